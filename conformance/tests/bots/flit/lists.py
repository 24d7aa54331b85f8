#!/usr/bin/env python3
"""A Flit bot in Python that lists all moves with loops and plays one at random."""
import random
import sys


def main():
    me = int(sys.argv[1])
    side = 32 if me > 2 else 16
    board = [[0] * 32 for _ in range(32)]
    while True:
        try:
            line = input()
        except EOFError:
            return
        if line.startswith("M"):
            pieces = [(x, y) for x in range(side) for y in range(side) if board[x][y] == me]
            frontier = []
            for x, y in pieces:
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    nx, ny = (x + dx) % side, (y + dy) % side
                    if board[nx][ny] == 0:
                        frontier.append((x, y, nx, ny))
            print(f"thinking: {len(frontier)} ways", file=sys.stderr)
            if frontier:
                x, y, nx, ny = random.choice(frontier)
                ox, oy = random.choice([piece for piece in pieces if piece != (x, y)])
                print(ox, oy, nx, ny)
            else:
                x, y = random.choice(pieces)
                print(x, y, x, y)
            sys.stdout.flush()
        else:
            x, y, c = (int(word) for word in line.split())
            if x > 15 or y > 15 or c in (3, 4):
                side = 32
            board[x][y] = c


main()
