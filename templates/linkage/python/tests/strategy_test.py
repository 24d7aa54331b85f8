import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from strategy import Position, choose

LEFT = {"R": 5, "B": 6, "G": 6, "Y": 6}
BOARD = "......." "......." ".RR...." "...X..." "......." "......." "......."


class StrategyTest(unittest.TestCase):
    def test_fewer_joins_a_group_and_more_begins_one(self):
        fewer, more = Position("F", LEFT, BOARD), Position("M", LEFT, BOARD)
        self.assertEqual(fewer.groups_touched(choose(fewer)), 1)
        self.assertEqual(more.groups_touched(choose(more)), 0)
        self.assertIn(choose(more), list(more.orders()))

    def test_it_skips_if_nothing_is_legal(self):
        board = "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx"
        self.assertEqual(choose(Position("M", {"R": 0, "B": 0, "G": 0, "Y": 3}, board)), "Skip")


if __name__ == "__main__":
    unittest.main()
