"""Odd but right: recalls its last board in JSON, and takes one that cannot follow for that of a new set."""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = os.path.join(HERE, "recalls.json")


def read(name):
    with open(os.path.join(HERE, name)) as file:
        return [int(word) for word in file.read().split()]


def after(board, team, kind, column):
    """The board after a drop into an open column, from 1."""
    row = next(row for row in range(6) if not board[7 * row + column - 1])
    board = list(board)
    board[7 * row + column - 1] = 12 if kind == 4 else team
    for cell in range(42):
        r, c = divmod(cell, 7)
        near = abs(r - row) <= 1 and abs(c + 1 - column) <= 1
        if (kind == 1 and r == row) or (kind == 2 and c + 1 == column) or (kind == 3 and near):
            board[cell] = 0
    for c in range(7):
        left = [disk for disk in board[c::7] if disk]
        board[c::7] = left + [0] * (6 - len(left))
    return board


def follows(before, team, board):
    drops = ((kind, column) for kind in range(1, 6) for column in range(1, 8) if not before[34 + column])
    return any(after(before, 3 - team, *drop) == board for drop in drops)


def recall(team, board):
    """Turns taken and kinds used in this set."""
    disks = sum(1 for cell in board if cell)
    try:
        with open(MEMORY) as file:
            last = json.load(file)
        if disks > 1 or follows(last["board"], team, board):
            return int(last["turns"]), list(last["used"])
    except (OSError, ValueError, KeyError, TypeError):
        if disks > 1:
            return 11, [1, 2, 3, 4]
    return 0, []


def main():
    (team,) = read("team_no.txt")
    board = read("board.txt")
    turns, used = recall(team, board)
    plan = {3: 3, 5: 2, 7: 1, 8: 4}
    kind = plan.get(turns, 5)
    if kind in used or (turns == 9 and 4 not in used):
        kind = 4 if 4 not in used else 5
    columns = [c for c in range(1, 8) if not board[34 + c]]
    column = columns[(turns * 2 + team) % len(columns)]
    with open(MEMORY, "w") as file:
        known = {"turns": turns + 1, "used": used + [kind] * (kind < 5), "board": after(board, team, kind, column)}
        json.dump(known, file)
    with open(os.path.join(HERE, "output.txt"), "w") as file:
        print(kind, column, file=file)


main()
