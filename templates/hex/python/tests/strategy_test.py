import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from strategy import Board, choose, wants_swap


def board(text):
    """A board as show_board writes it."""
    rows = text.split("|")[:-1]
    board = Board(len(rows))
    board.stones = {(r, c): stone for r, row in enumerate(rows) for c, stone in enumerate(row) if stone != "."}
    return board


class StrategyTest(unittest.TestCase):
    def test_it_wins_when_it_can(self):
        position = board("B.W|B.W|...|")
        self.assertEqual(position.name(choose(position, "B")), "c1")

    def test_it_saves_the_game_when_it_must(self):
        # White needs b2 alone, black cannot win yet.
        position = board("..W|..B|WB.|")
        self.assertEqual(position.name(choose(position, "B")), "b2")
        self.assertFalse(position.has_won("W"))
        self.assertTrue(board("..W|.WB|WB.|").has_won("W"))

    def test_it_swaps_for_a_stone_inside_the_board(self):
        self.assertTrue(wants_swap(board("...|.B.|...|")))
        self.assertFalse(wants_swap(board("B..|...|...|")))


if __name__ == "__main__":
    unittest.main()
