#!/usr/bin/env python3
"""A Power Connect Four bot without any library: looks one drop and one answer ahead.

Most of it is about remembering: the referee shows only the board, not which special disks are used,
how many turns have passed, or that a new set has begun. One help file keeps that.
"""

import os

TEAM_ID = "Py0002"  # The contest wants it as the name of this script and of its help files.

# The files are beside this script, wherever it was started from.
FOLDER = os.path.dirname(os.path.realpath(__file__))
MEMORY = os.path.join(FOLDER, TEAM_ID + ".txt")

ROW, COLUMN, NEIGHBOURS, DUAL, NORMAL = 1, 2, 3, 4, 5
BOTH = 12  # How a dual disk is written on the board.

# Cell i (from 0) is in column i % 7 and row i // 7, the bottom row first.
LINES = [
    [7 * (row + n * up) + column + n * right for n in range(4)]
    for row in range(6)
    for column in range(7)
    for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
    if 0 <= row + 3 * up < 6 and column + 3 * right < 7
]


def dropped(board, team, kind, column, fall=True):
    """The board after a drop into column 0 to 6, or None if that is full."""
    landing = next((cell for cell in range(column, 42, 7) if board[cell] == 0), None)
    if landing is None:
        return None
    board = list(board)
    row = landing // 7
    if kind in (DUAL, NORMAL):
        board[landing] = BOTH if kind == DUAL else team
        return board
    for cell in range(42):
        in_row, in_column = cell // 7 == row, cell % 7 == column
        near = abs(cell // 7 - row) <= 1 and abs(cell % 7 - column) <= 1
        if kind == ROW and in_row or kind == COLUMN and in_column or kind == NEIGHBOURS and near:
            board[cell] = 0
    if fall:
        for start in range(7):
            left = [board[cell] for cell in range(start, 42, 7) if board[cell]]
            board[start::7] = left + [0] * (6 - len(left))
    return board


def has_four(board, team):
    return any(all(board[cell] in (team, BOTH) for cell in line) for line in LINES)


# ---------------------------------------------------------------- what was before this turn


def numbers(path):
    with open(path) as file:
        return [int(word) for word in file.read().split()]  # Any blanks and line ends will do.


def checksum(values):
    return sum((i + 1) * value for i, value in enumerate(values))


def load_memory(team):
    """The last turn as it was asked, and the answer. None if the file is missing or damaged."""
    try:
        *values, check = numbers(MEMORY)
    except (OSError, ValueError):
        return None
    if len(values) != 50 or checksum(values) != check or values[0] != team:
        return None
    if values[6] not in range(1, 6) or values[7] not in range(7):
        return None
    return {"turns": values[1], "used": values[2:6], "kind": values[6], "column": values[7], "board": values[8:]}


def save_memory(team, turns, used, kind, column, board):
    values = [team, turns, *used, kind, column, *board]
    try:
        with open(MEMORY, "w") as file:
            file.write(" ".join(map(str, [*values, checksum(values)])))
    except OSError:
        pass  # A turn without memory is better than no turn.


def recall(team, board):
    """How many turns this team has taken in this set, and flags for the disks 1 to 4 it has used."""
    if os.path.exists(os.path.join(FOLDER, "moves.txt")):
        turns, *used = numbers(os.path.join(FOLDER, "moves.txt"))  # Variant memo: the referee says it.
        return turns, used
    other = 3 - team
    disks = [disk for disk in board if disk]
    opening = not disks or disks in ([other], [BOTH])  # Nothing there yet, or one drop of the opponent.
    memory = load_memory(team)
    if memory:
        # The next turn of the same set: the board has come from ours and one drop of the opponent.
        for fall in (True, False):
            mine = dropped(memory["board"], team, memory["kind"], memory["column"], fall)
            if mine and not has_four(mine, team) and not has_four(mine, other):
                answers = [dropped(mine, other, k, c, fall) for k in range(1, 6) for c in range(7)]
                if board in answers:
                    turns, used = memory["turns"] + 1, list(memory["used"])
                    if memory["kind"] != NORMAL:
                        used[memory["kind"] - 1] = 1
                    # Rather a new set, if the opponent could have ended the last: the dual disk is owed again. Not
                    # to use again what else was used is right in both.
                    ends = any(after and any(has_four(after, who) for who in (team, other)) for after in answers)
                    if opening and ends and used[DUAL - 1]:
                        turns, used[DUAL - 1] = 0, 0
                    return turns, used
        # The same turn again: something went wrong, and a failed try is not a turn.
        if memory["board"] == board:
            return memory["turns"], memory["used"]
    if opening:
        return 0, [0, 0, 0, 0]  # A new set.
    # The memory is lost. Disks that clear leave no trace: better not use them again. If
    # nothing was cleared, the opponent has as many turns as we, or one more: so if it shows more
    # disks of its own, the dual disk on the board is ours.
    duals, own, others = (disks.count(disk) for disk in (BOTH, team, other))
    dual_used = duals == 2 or duals == 1 and others > own or own >= 10
    return own, [1, 1, 1, int(dual_used)]


# ---------------------------------------------------------------- what to do now


def choose(team, board, turns, used):
    """The best kind and column: win, do not let the opponent win, keep to the middle."""
    other = 3 - team
    kinds = [kind for kind in (ROW, COLUMN, NEIGHBOURS, DUAL) if not used[kind - 1]]
    # The dual disk must be used in the first ten turns.
    kinds = [DUAL] if turns >= 9 and not used[DUAL - 1] else kinds + [NORMAL]
    best, best_value = None, None
    for kind in kinds:
        for column in range(7):
            after = dropped(board, team, kind, column)
            if after is None:
                continue
            won, lost = has_four(after, team), has_four(after, other)
            answers = [dropped(after, other, NORMAL, answer) for answer in range(7)]
            threatened = sum(answer is not None and has_four(answer, other) for answer in answers)
            # One after another: win, do not lose at once, do not lose next turn, save special disks.
            value = (won - lost, -threatened if not won else 0, kind == NORMAL, -abs(column - 3))
            if best is None or value > best_value:
                best, best_value = (kind, column), value
    return best


def main():
    team = numbers(os.path.join(FOLDER, "team_no.txt"))[0]
    board = numbers(os.path.join(FOLDER, "board.txt"))
    turns, used = recall(team, board)
    kind, column = choose(team, board, turns, used)
    save_memory(team, turns, used, kind, column, board)
    # "w" empties the file first: nothing of an older answer stays behind.
    with open(os.path.join(FOLDER, "output.txt"), "w") as file:
        file.write(f"{kind} {column + 1}")


main()
