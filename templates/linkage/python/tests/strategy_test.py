import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from strategy import Position, choose

ALL = {"R": 6, "B": 6, "G": 6, "Y": 6}
POSITIONS = [
    ("M", ALL, "......." "......." "......." "...X..." "......." "......." "......."),
    ("F", {**ALL, "R": 5}, "......." ".xx...." "xRRx..." ".xxX..." "......." "......." "......."),
    ("M", {"R": 0, "B": 0, "G": 0, "Y": 3}, "YYRRYGG" "RRRRYGG" "..GGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx"),
]


class StrategyTest(unittest.TestCase):
    def test_its_order_is_legal_whatever_it_prefers(self):
        for side, left, board in POSITIONS:
            order = choose(Position(side, dict(left), board))
            self.assertRegex(order, "^[RBGY]([A-G][1-7]){2}$")
            self.assertGreater(left[order[0]], 0)
            (first, second) = squares = [("ABCDEFG".index(order[at]), int(order[at + 1]) - 1) for at in (1, 3)]
            self.assertEqual([board[column + 7 * row] for column, row in squares], [".", "."])
            self.assertEqual(abs(first[0] - second[0]) + abs(first[1] - second[1]), 1)

    def test_it_skips_if_nothing_is_legal(self):
        board = "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx"
        self.assertEqual(choose(Position("M", {"R": 0, "B": 0, "G": 0, "Y": 3}, board)), "Skip")


if __name__ == "__main__":
    unittest.main()
