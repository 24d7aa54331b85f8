"""The strategy: this is the file to write."""

# Squares are numbered row by row: 0 is A1, 1 is B1, 48 is G7.
NEIGHBOURS = [
    [
        7 * r + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < 7 and 0 <= c < 7
    ]
    for row in range(7)
    for column in range(7)
]


class Position:
    """What input.txt says.

    side   "M" for More, "F" for Fewer
    left   the dominoes left of each colour, such as {"R": 6, "B": 5, "G": 6, "Y": 6}
    board  49 characters: R B G Y a domino, X the centre, x forbidden this turn, . open
    """

    def __init__(self, side, left, board):
        self.side, self.left, self.board = side, left, board

    def orders(self):
        """Every legal placement, such as "RA1B1"."""
        for first in range(49):
            for second in NEIGHBOURS[first]:
                if first < second and self.board[first] == self.board[second] == ".":
                    for colour, count in self.left.items():
                        if count > 0:
                            yield colour + name(first) + name(second)

    def groups_touched(self, order):
        """How many groups of its colour a placement joins."""
        colour, seen, touched = order[0], set(), 0
        to_visit = [near for square in squares(order) for near in NEIGHBOURS[square]]
        for start in to_visit:
            if self.board[start] != colour or start in seen:
                continue
            touched += 1
            group = [start]
            seen.add(start)
            while group:
                for near in NEIGHBOURS[group.pop()]:
                    if self.board[near] == colour and near not in seen:
                        seen.add(near)
                        group.append(near)
        return touched


def name(square):
    return "ABCDEFG"[square % 7] + str(square // 7 + 1)


def squares(order):
    """The two squares of a placement."""
    return [7 * (int(row) - 1) + "ABCDEFG".index(column) for column, row in (order[1:3], order[3:5])]


def choose(position):
    """More wants many groups after its placement, Fewer few. "Skip" only if nothing else is legal."""

    def value(order):
        # A domino is a group of its own, and makes one of all that it touches.
        groups = 1 - position.groups_touched(order)
        return groups if position.side == "M" else -groups

    return max(position.orders(), key=value, default="Skip")
