#!/usr/bin/env python3
"""A Linkage bot without any library: the placement that makes most (or fewest) groups now.

Python takes longer to start than this bot takes to choose, so it imports only what is loaded anyway.
"""

import os
import sys

# Name, author, date and version, on one line.
IDENTITY = "Snake. The botspec authors, 21 November 2026, V1.0"

# The files are beside this script, wherever it was started from.
FOLDER = os.path.dirname(os.path.realpath(__file__))

NEIGHBOURS = [
    [
        7 * r + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < 7 and 0 <= c < 7
    ]
    for row in range(7)
    for column in range(7)
]


def name(square):
    """Squares are numbered row by row: 0 is A1, 1 is B1, 48 is G7."""
    return "ABCDEFG"[square % 7] + str(square // 7 + 1)


def read_input():
    """Who plays, the dominoes left of each colour, and the 49 squares."""
    with open(os.path.join(FOLDER, "input.txt")) as file:
        # split() takes LF and CRLF, and a last line without an end.
        first, *rows = file.read().split()
    left = dict(zip("RBGY", map(int, first[1:5])))
    return first[0], left, "".join(rows)


def label_groups(board):
    """A number for each square with a domino: squares of one group have the same."""
    group = {}
    for start in range(49):
        if board[start] in "RBGY" and start not in group:
            group[start] = start
            to_visit = [start]
            while to_visit:
                for square in NEIGHBOURS[to_visit.pop()]:
                    if board[square] == board[start] and square not in group:
                        group[square] = start
                        to_visit.append(square)
    return group


def choose(side, left, board):
    """The best order of this turn, or Skip if nothing is legal."""
    group = label_groups(board)
    best, best_value = "Skip", None
    for first in range(49):
        for second in NEIGHBOURS[first]:
            # "x" is forbidden, "X" the centre, a letter a domino: only "." will do. Each pair once.
            if second < first or board[first] != "." or board[second] != ".":
                continue
            around = NEIGHBOURS[first] + NEIGHBOURS[second]
            for colour, count in left.items():
                if count == 0:
                    continue
                # A domino is a group of its own, and joins all groups of its colour that it touches.
                groups = 1 - len({group[square] for square in around if board[square] == colour})
                # Among equals, keep colours in balance: a colour that is used up is a choice lost.
                value = (groups if side == "M" else -groups, count)
                if best_value is None or value > best_value:
                    best, best_value = colour + name(first) + name(second), value
    return best


def main():
    # Any argument asks who we are, even an empty one. Nothing is read or written then.
    if len(sys.argv) > 1:
        print(IDENTITY)
        return
    order = choose(*read_input())
    # "w" empties the file first: nothing of an older, longer order stays behind.
    with open(os.path.join(FOLDER, "order.txt"), "w") as file:
        file.write(order)


main()
