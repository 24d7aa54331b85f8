"""Odd but right: thinks in several processes, and drops its dual disk first; its help file says no more than that."""
import multiprocessing
import os
import sys

HELP = os.path.basename(sys.argv[0]).split(".")[0] + ".pool"


def value(column):
    return -abs(4 - column), column


def drops(board, disk):
    """All boards that a drop may lead to, of a disk that stays or one that clears."""
    for column in range(7):
        row = next((row for row in range(6) if not board[7 * row + column]), None)
        if row is None:
            continue
        for gone in (
            lambda r, c: False,
            lambda r, c: r == row,
            lambda r, c: c == column,
            lambda r, c: abs(r - row) <= 1 and abs(c - column) <= 1,
        ):
            full = board[:]
            full[7 * row + column] = disk
            after = [0] * 42
            for c in range(7):
                left = [full[7 * r + c] for r in range(6) if full[7 * r + c] and not gone(r, c)]
                after[c : c + 7 * len(left) : 7] = left
            yield after


def main():
    with open("team_no.txt") as file:
        team = int(file.read())
    with open("board.txt") as file:
        board = [int(word) for word in file.read().split()]
    columns = [column for column in range(1, 8) if not board[34 + column]]
    with multiprocessing.Pool(2) as pool:
        best = max(pool.map(value, columns))[1]
    try:
        with open(HELP) as file:
            last = [int(word) for word in file.read().split()]
        same = len(last) == 42 and any(board in drops(last, disk) for disk in (3 - team, 12))
    except (OSError, ValueError):
        same = False
    kind = 4 if sum(map(bool, board)) <= 1 and not same else 5
    cell = next(cell for cell in range(best - 1, 42, 7) if not board[cell])
    with open(HELP, "w") as file:
        print(*board[:cell], 12 if kind == 4 else team, *board[cell + 1 :], file=file)
    with open("output.txt", "w") as file:
        print(kind, best, file=file)


if __name__ == "__main__":
    main()
