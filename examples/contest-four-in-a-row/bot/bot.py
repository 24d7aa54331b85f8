"""A bot for Four In A Row: wins if it can, else stops a four, else plays near the middle."""

import sys

WIDTH, HEIGHT = 7, 6


def row_of(cells, column):
    """The lowest empty row of a column, or None."""
    empty = [row for row in range(HEIGHT) if cells[row * WIDTH + column] == "."]
    return max(empty, default=None)


def makes_four(cells, column, disc):
    row = row_of(cells, column)
    if row is None:
        return False

    def run(down, right):
        count, r, c = 0, row + down, column + right
        while 0 <= r < HEIGHT and 0 <= c < WIDTH and cells[r * WIDTH + c] == disc:
            count, r, c = count + 1, r + down, c + right
        return count

    return any(1 + run(d, r) + run(-d, -r) >= 4 for d, r in [(0, 1), (1, 0), (1, 1), (1, -1)])


def choose(cells, own):
    columns = [c for c in sorted(range(WIDTH), key=lambda c: abs(c - 3)) if row_of(cells, c) is not None]
    for disc in (own, "1" if own == "0" else "0"):
        for column in columns:
            if makes_four(cells, column, disc):
                return column
    return columns[0]


def main():
    own, cells = "0", []
    for line in sys.stdin:
        *message, value = line.split() or [""]
        if message == ["settings", "your_botid"]:
            own = value
        elif message == ["update", "game", "field"]:
            cells = value.split(",")
        elif message == ["action", "move"]:
            print(f"place_disc {choose(cells, own)}", flush=True)


main()
