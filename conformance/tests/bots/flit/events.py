#!/usr/bin/env python3
"""A Flit bot in Python that waits for events, and keeps a set of squares for each colour."""
import asyncio
import sys

ME = int(sys.argv[1])
SQUARES = {colour: set() for colour in range(6)}


def neighbours(square, side):
    x, y = square
    return {((x + 1) % side, y), ((x - 1) % side, y), (x, (y + 1) % side), (x, (y - 1) % side)}


def answer():
    large = ME > 2 or SQUARES[3] or SQUARES[4] or any(max(square) > 15 for square in set().union(*SQUARES.values()))
    side = 32 if large else 16
    taken = set().union(*(SQUARES[colour] for colour in range(1, 6)))
    for piece in sorted(SQUARES[ME]):
        for origin in SQUARES[ME] - {piece}:
            for destination in neighbours(piece, side) - taken:
                return (*origin, *destination)
    return (0, 0, 0, 0)


async def main():
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        match line.decode().split():
            case ["M"]:
                print(*answer(), flush=True)
            case [x, y, colour]:
                for squares in SQUARES.values():
                    squares.discard((int(x), int(y)))
                SQUARES[int(colour)].add((int(x), int(y)))


asyncio.run(main())
