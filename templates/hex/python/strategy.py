"""The strategy: this is the file to write."""

import re

STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))  # not (-1, -1) and (1, 1): the board is a rhombus
FAR = 1000  # more than any path has stones


class Board:
    """A rhombus of size x size cells; stones is (row, column) from 0 -> "B" or "W".

    Black joins the top row to the bottom row, white the left column to the right one."""

    def __init__(self, size):
        self.size, self.stones = size, {}

    def __str__(self):
        rows = ("".join(self.stones.get((r, c), ".") for c in range(self.size)) for r in range(self.size))
        return "".join(row + "|" for row in rows)

    def name(self, cell):
        """The letter is the row, the number the column: c8 is (2, 7)."""
        return chr(ord("a") + cell[0]) + str(cell[1] + 1)

    def cell(self, name):
        """The cell called this; None if there is none on this board."""
        match = re.fullmatch("([a-z])([1-9][0-9]?)", name)
        cell = match and (ord(match[1]) - ord("a"), int(match[2]) - 1)
        return cell if cell and max(cell) < self.size else None

    def vacant(self):
        return [(r, c) for r in range(self.size) for c in range(self.size) if (r, c) not in self.stones]

    def distances(self, colour, edge):
        """Stones that a player must still place to join each cell to an edge: row or column 0, or the last one.

        A search in layers: first the cells that need no stone, then those that need one, and so on."""
        found, layer, later, distance = {}, [], [], 0

        def reach(cell):
            stone = self.stones.get(cell)
            if stone is None:
                later.append(cell)
            elif stone == colour:  # the opponent's stones cannot be crossed
                layer.append(cell)

        for i in range(self.size):
            reach((edge, i) if colour == "B" else (i, edge))
        while layer or later:
            while layer:
                cell = layer.pop()
                if cell not in found:
                    found[cell] = distance
                    for row, column in STEPS:
                        to = (cell[0] + row, cell[1] + column)
                        if to not in found and 0 <= to[0] < self.size and 0 <= to[1] < self.size:
                            reach(to)
            layer, later, distance = later, [], distance + 1
        return found

    def has_won(self, colour):
        """A chain is a path that needs no more stones."""
        reached = self.distances(colour, 0)
        return any(far == 0 and cell["BW".index(colour)] == self.size - 1 for cell, far in reached.items())


def wants_swap(board):
    """Whether the opponent's first stone, the only one there is, is worth having: if it is not at the edge."""
    return all(0 < min(cell) and max(cell) < board.size - 1 for cell in board.stones)


def choose(board, colour):
    """The vacant cell where the shortest paths of both players have the fewest stones together; None if the board
    is full."""
    other = "W" if colour == "B" else "B"
    paths = [[board.distances(player, edge) for edge in (0, board.size - 1)] for player in (colour, other)]

    def value(cell):
        mine, theirs = (near.get(cell, FAR) + far.get(cell, FAR) for near, far in paths)
        # Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would.
        from_centre = (2 * cell[0] + 1 - board.size) ** 2 + (2 * cell[1] + 1 - board.size) ** 2
        return mine != 2, theirs != 2, mine + theirs, from_centre

    return min(board.vacant(), key=value, default=None)
