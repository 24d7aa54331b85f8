#!/usr/bin/env python3
"""A Flit bot without any library: walks to the nearest neutral piece and collects it.

    python3 bot.py N      N is the bot's number, 1 to 4

The referee writes `x y c` (square x, y now holds c: 0 empty, 1-4 that bot, 5 neutral) and expects no answer,
or `M` and expects `x0 y0 x1 y1`. It sends this bot's own moves back as updates, so the board is what the
updates say and nothing else: a refused move needs no care.

No message says how large the board is: 32x32, or 16x16 in the two-player trial. A bot above 2, or a
coordinate above 15, settles it, and in a full game both are in the first updates. As long as it is not
settled this bot keeps to moves that are legal on both boards: inside the small one, and not across its edges.
"""
import sys

EMPTY, NEUTRAL = 0, 5


def main():
    me = int(sys.argv[1])
    board = {}  # (x, y) -> colour, of the squares that are not empty
    wide = me > 2  # surely 32x32
    sys.stdout.reconfigure(newline="\n")  # LF on every system
    for line in sys.stdin.buffer:  # ends at the end of input, and with it the bot
        words = line.split()  # CRLF, too, is white space
        if words == [b"M"]:
            print(*choose(board, me, wide), flush=True)  # without flush the answer would wait in a buffer
            continue
        try:
            x, y, colour = map(int, words)
        except ValueError:
            continue  # blank, or no message of this contest
        if not (0 <= x < 32 and 0 <= y < 32 and EMPTY <= colour <= NEUTRAL):
            continue
        wide = wide or x > 15 or y > 15 or colour in (3, 4)
        board[x, y] = colour
        if colour == EMPTY:
            del board[x, y]


def neighbours(square, wide):
    """The four squares beside this one: those of the torus, or those that are the same on both boards."""
    x, y = square
    if wide:
        return ((x, y - 1 & 31), (x - 1 & 31, y), (x + 1 & 31, y), (x, y + 1 & 31))
    return [(a, b) for a, b in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if 0 <= a < 16 and 0 <= b < 16]


def choose(board, me, wide):
    """A legal move as four numbers; the same square twice, which is to stay, if there is none."""
    own = [square for square, colour in board.items() if colour == me]
    # Where can a piece go? To an empty square beside another piece: destination -> the pieces beside it.
    beside = {}
    for piece in own:
        for square in neighbours(piece, wide):
            if square not in board:
                beside.setdefault(square, []).append(piece)
    if len(own) < 2 or not beside:
        return 0, 0, 0, 0

    destination = nearest(board, beside, wide) or min(beside)
    # Move the piece that is farthest away, so that pieces overtake one another. One that stands alone beside
    # the destination has to stay where it is: the moving piece itself does not count.
    anchors = beside[destination]
    free = [piece for piece in own if anchors != [piece]]
    origin = max(free, key=lambda piece: distance(piece, destination))
    return (*origin, *destination)


def nearest(board, beside, wide):
    """The destination with the shortest way to a neutral piece, and among such the one beside the most."""
    ring = seen = {square for square, colour in board.items() if colour == NEUTRAL}
    while ring:  # one step outwards from all neutral pieces at once
        ring = {square for last in ring for square in neighbours(last, wide)} - seen
        seen = seen | ring
        reached = ring & beside.keys()
        if reached:
            return max(reached, key=lambda to: (sum(board.get(n) == NEUTRAL for n in neighbours(to, wide)), to))
    return None


def distance(a, b):
    """Steps between two squares of the large torus; on the small one it is a good enough guess."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return min(dx, 32 - dx) + min(dy, 32 - dy)


if __name__ == "__main__":
    main()
