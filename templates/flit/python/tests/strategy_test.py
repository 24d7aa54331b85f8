import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from strategy import Board, choose


class StrategyTest(unittest.TestCase):
    def test_it_collects_what_it_can_reach(self):
        # (0, 0) is beside the own (31, 0), round the edge, and beside two neutral pieces.
        board = Board(1)
        for update in ((31, 0, 1), (7, 7, 1), (20, 20, 3), (0, 1, 5), (1, 0, 5), (8, 8, 5)):
            board.update(*update)
        self.assertEqual(choose(board), (7, 7, 0, 0))

    def test_it_stays_with_a_single_piece(self):
        board = Board(4)
        board.update(3, 3, 4)
        x0, y0, x1, y1 = choose(board)
        self.assertEqual((x0, y0), (x1, y1))


if __name__ == "__main__":
    unittest.main()
