"""Odd but right: thinks in several processes, and keeps no help files: its dual disk comes first."""
import multiprocessing


def value(column):
    return -abs(4 - column), column


def main():
    with open("board.txt") as file:
        board = [int(word) for word in file.read().split()]
    columns = [column for column in range(1, 8) if not board[34 + column]]
    with multiprocessing.Pool(2) as pool:
        best = max(pool.map(value, columns))[1]
    disks = sum(1 for cell in board if cell)
    with open("output.txt", "w") as file:
        print(4 if disks <= 1 else 5, best, file=file)


if __name__ == "__main__":
    main()
