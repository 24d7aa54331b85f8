#!/usr/bin/env python3
"""A Hex bot: one process a game, messages in, answers out. strategy.py chooses.

    python3 bot.py black|white
"""

import re
import sys

from strategy import Board, choose, wants_swap

OTHER = {"B": "W", "W": "B"}


def answer(text):
    print(text, flush=True)  # without flush the answer would wait in a buffer


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ("black", "white"):
        sys.exit("usage: bot.py black|white")  # to stderr, with status 1
    colour = {"black": "B", "white": "W"}[sys.argv[1]]
    board = Board(0)
    may_swap = False
    sys.stdout.reconfigure(newline="\n")  # LF on every system

    for line in sys.stdin.buffer:  # ends at the end of input, and with it the bot
        words = line.decode("ascii", "replace").split()  # CRLF, too, is white space; a blank line has no words
        if len(words) == 2 and words[0] == "init_board":
            if re.fullmatch("[1-9]|1[0-9]|2[0-6]", words[1]):
                board, may_swap = Board(int(words[1])), True
        elif len(words) == 2 and words[0] in ("seto", "sety", "unset"):
            cell = board.cell(words[1])
            if cell is None:
                continue
            if words[0] == "unset":
                board.stones.pop(cell, None)
            else:
                # A stone on an occupied cell changes nothing.
                board.stones.setdefault(cell, colour if words[0] == "sety" else OTHER[colour])
            # The second move of the game comes after one stone of the opponent's and nothing else.
            may_swap = may_swap and words[0] == "seto"
        elif words == ["make_move"] and board.size:
            if may_swap and colour == "W" and len(board.stones) == 1 and wants_swap(board):
                colour = "B"  # the players exchange colours, the stone stays
                answer("swap")
            else:
                cell = choose(board, colour)
                if cell is not None:
                    board.stones[cell] = colour  # nobody will tell this bot about its own move
                    answer(board.name(cell))
            may_swap = False
        elif words == ["swap"]:
            colour, may_swap = OTHER[colour], False
        elif words == ["check_win"] and board.size:
            answer("1" if board.has_won(colour) else "-1" if board.has_won(OTHER[colour]) else "0")
        elif words == ["show_board"] and board.size:
            answer(board)
        elif words == ["quit"]:
            break
        # Anything else is not a message of this contest.


if __name__ == "__main__":
    main()
