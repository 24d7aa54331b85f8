#!/usr/bin/env python3
"""A Power Connect Four bot: one process a turn, team_no.txt and board.txt in, output.txt out. strategy.py chooses.

The referee shows only the board, not which special disks are used, how many turns have passed, or that a new
set has begun. One help file keeps that.
"""

import os
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the game folder; to compile anew takes about 1 ms

from strategy import BOTH, DUAL, NORMAL, Position, choose, dropped, has_four
from team import TEAM_ID

# The files are beside this script, wherever it was started from.
FOLDER = os.path.dirname(os.path.realpath(__file__))
MEMORY = os.path.join(FOLDER, TEAM_ID + ".txt")


def numbers(path):
    with open(path, encoding="ascii") as file:
        return [int(word) for word in file.read().split()]  # any blanks and line ends will do


def checksum(values):
    return sum((i + 1) * value for i, value in enumerate(values))


def load_memory(team):
    """The last turn: the position it was asked in, kind and column. None if the file is missing or damaged."""
    try:
        *values, check = numbers(MEMORY)
    except (OSError, ValueError):
        return None
    if len(values) != 50 or checksum(values) != check or values[0] != team:
        return None
    if values[6] not in range(1, 6) or values[7] not in range(7):
        return None
    return Position(team, values[8:], values[1], values[2:6]), values[6], values[7]


def save_memory(position, kind, column):
    values = [position.team, position.turns, *position.used, kind, column, *position.board]
    try:
        with open(MEMORY, "w", encoding="ascii") as file:
            file.write(" ".join(map(str, [*values, checksum(values)])))
    except OSError:
        pass  # a turn without memory is better than no turn


def recall(team, board):
    """The position: the board is given, the rest remembered."""
    if os.path.exists(os.path.join(FOLDER, "moves.txt")):
        turns, *used = numbers(os.path.join(FOLDER, "moves.txt"))  # variant memo: the referee says it
        return Position(team, board, turns, used)
    other = 3 - team
    disks = [disk for disk in board if disk]
    opening = not disks or disks in ([other], [BOTH])  # nothing there, or one drop of the opponent
    memory = load_memory(team)
    if memory:
        last, kind, column = memory
        # The next turn of the same set: the board has come from ours and one drop of the opponent.
        for fall in (True, False):
            mine = dropped(last.board, team, kind, column, fall)
            if mine and not has_four(mine, team) and not has_four(mine, other):
                answers = [dropped(mine, other, k, c, fall) for k in range(1, 6) for c in range(7)]
                if board in answers:
                    turns, used = last.turns + 1, list(last.used)
                    if kind != NORMAL:
                        used[kind - 1] = 1
                    # Rather a new set, if the opponent could have ended the last: the dual disk is owed again. Not to
                    # use again what else was used is right in both.
                    ends = any(after and any(has_four(after, who) for who in (team, other)) for after in answers)
                    if opening and ends and used[DUAL - 1]:
                        turns, used[DUAL - 1] = 0, 0
                    return Position(team, board, turns, used)
        # The same turn again: something went wrong, and a failed try is not a turn.
        if last.board == board:
            return last
    if opening:
        return Position(team, board, 0, [0, 0, 0, 0])  # a new set
    # The memory is lost. Disks that clear leave no trace: better not use them again. If nothing was cleared, the
    # opponent has as many turns as we, or one more: so if it shows more disks of its own, the dual disk on the
    # board is ours.
    duals, own, others = (disks.count(disk) for disk in (BOTH, team, other))
    dual_used = duals == 2 or duals == 1 and others > own or own >= 10
    return Position(team, board, own, [1, 1, 1, int(dual_used)])


def main():
    team = numbers(os.path.join(FOLDER, "team_no.txt"))[0]
    position = recall(team, numbers(os.path.join(FOLDER, "board.txt")))
    kind, column = choose(position)
    save_memory(position, kind, column)
    # "w" empties the file first: nothing of an older answer stays behind.
    with open(os.path.join(FOLDER, "output.txt"), "w", encoding="ascii") as file:
        file.write(f"{kind} {column + 1}")


if __name__ == "__main__":
    main()
