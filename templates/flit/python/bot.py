#!/usr/bin/env python3
"""A Flit bot: one process a game, updates and requests in, answers out. strategy.py chooses.

    python3 bot.py N      N is the bot's number, 1 to 4
"""

import sys

from strategy import Board, choose


def main():
    board = Board(int(sys.argv[1]))
    sys.stdout.reconfigure(newline="\n")  # LF on every system
    for line in sys.stdin.buffer:  # ends at the end of input, and with it the bot
        words = line.split()  # CRLF, too, is white space
        if words == [b"M"]:
            print(*choose(board), flush=True)  # without flush the answer would wait in a buffer
            continue
        try:
            x, y, colour = map(int, words)
        except ValueError:
            continue  # blank, or no message of this contest
        if 0 <= x < 32 and 0 <= y < 32 and 0 <= colour <= 5:
            board.update(x, y, colour)


if __name__ == "__main__":
    main()
