#!/usr/bin/env python3
"""A Linkage bot: one process a turn, input.txt in, order.txt out. strategy.py chooses."""

import os
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the game folder; to compile anew takes about 1 ms

from identity import IDENTITY
from strategy import Position, choose

# The files are beside this script, wherever it was started from.
FOLDER = os.path.dirname(os.path.realpath(__file__))


def read_position():
    # split() takes LF and CRLF, and a last line without an end.
    with open(os.path.join(FOLDER, "input.txt"), encoding="ascii") as file:
        first, *rows = file.read().split()
    left = dict(zip("RBGY", map(int, first[1:])))
    return Position(side=first[0], left=left, board="".join(rows))


def main():
    # Any argument asks who we are, even an empty one. Nothing is read or written then.
    if len(sys.argv) > 1:
        sys.stdout.buffer.write((IDENTITY + "\n").encode("utf-8"))  # whatever the terminal's language
        return
    order = choose(read_position())
    # "w" empties the file first: nothing of an older, longer order stays behind.
    with open(os.path.join(FOLDER, "order.txt"), "w", encoding="ascii") as file:
        file.write(order)


if __name__ == "__main__":
    main()
