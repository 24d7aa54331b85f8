import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from strategy import DUAL, NORMAL, Position, choose


def answer(row, used, turns):
    """What it answers as team 1 with this bottom row."""
    return choose(Position(1, row + [0] * 35, turns, used))


class StrategyTest(unittest.TestCase):
    def test_it_wins_when_it_can(self):
        self.assertEqual(answer([2, 1, 1, 1, 0, 2, 2], [0, 0, 0, 0], 3), (NORMAL, 4))

    def test_it_saves_the_set_when_it_must(self):
        self.assertEqual(answer([2, 2, 2, 0, 1, 0, 0], [1, 1, 1, 1], 12), (NORMAL, 3))

    def test_the_dual_disk_is_used_by_the_tenth_turn(self):
        self.assertEqual(answer([1, 2, 1, 2, 1, 2, 1], [0, 0, 0, 0], 9)[0], DUAL)


if __name__ == "__main__":
    unittest.main()
