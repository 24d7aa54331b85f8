#!/usr/bin/env python3
"""A Hex bot without any library: plays where the shortest paths of both players meet.

    python3 bot.py black|white

Black joins the top row to the bottom row, white the left column to the right one. The referee writes messages,
one a line; `make_move`, `check_win` and `show_board` are answered with one line, everything else with none.
"""
import re
import sys

STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))  # not (-1, -1) and (1, 1): the board is a rhombus
FAR = 1000  # more than any path has stones
OTHER = {"B": "W", "W": "B"}


def distances(stones, size, colour, edge):
    """Stones that `colour` must still place to join each cell to an edge: row or column 0, or the last one.

    A search in layers: first the cells that need no stone, then those that need one, and so on."""
    costs = {None: 1, colour: 0}  # the opponent's stones cannot be crossed
    found = {}
    layer, later, distance = [], [], 0
    for i in range(size):
        cell = (edge, i) if colour == "B" else (i, edge)
        {0: layer, 1: later}.get(costs.get(stones.get(cell)), []).append(cell)
    while layer or later:
        while layer:
            cell = layer.pop()
            if cell in found:
                continue
            found[cell] = distance
            for row, column in STEPS:
                to = (cell[0] + row, cell[1] + column)
                if to in found or not (0 <= to[0] < size and 0 <= to[1] < size):
                    continue
                cost = costs.get(stones.get(to))
                if cost is not None:
                    (later if cost else layer).append(to)
        layer, later, distance = later, [], distance + 1
    return found


def has_won(stones, size, colour):
    """A chain is a path that needs no more stones."""
    last = size - 1
    reached = distances(stones, size, colour, 0)
    return any(far == 0 and cell[0 if colour == "B" else 1] == last for cell, far in reached.items())


def choose(stones, size, colour):
    """The vacant cell where the shortest paths of both players through it have the fewest stones; None if there
    is no vacant cell."""
    paths = [
        [distances(stones, size, player, edge) for edge in (0, size - 1)]
        for player in (colour, OTHER[colour])
    ]

    def value(cell):
        mine, theirs = (near.get(cell, FAR) + far.get(cell, FAR) for near, far in paths)
        # Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would.
        from_centre = (2 * cell[0] + 1 - size) ** 2 + (2 * cell[1] + 1 - size) ** 2
        return mine != 2, theirs != 2, mine + theirs, mine, from_centre

    vacant = [(r, c) for r in range(size) for c in range(size) if (r, c) not in stones]
    return min(vacant, key=value, default=None)


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ("black", "white"):
        sys.exit("usage: bot.py black|white")  # to stderr, with status 1
    colour = {"black": "B", "white": "W"}[sys.argv[1]]
    size, stones = 0, {}  # (row, column), counted from 0 -> "B" or "W"
    may_swap = False
    sys.stdout.reconfigure(newline="\n")  # LF on every system

    def answer(text):
        print(text, flush=True)  # without flush the answer would wait in a buffer

    def cell_of(word):
        """The cell called this; None if there is none on this board: then the message is ignored."""
        match = re.fullmatch("([a-z])([1-9][0-9]?)", word)
        cell = match and (ord(match[1]) - ord("a"), int(match[2]) - 1)
        return cell if cell and max(cell) < size else None

    for line in sys.stdin.buffer:  # ends at the end of input, and with it the bot
        words = line.decode("ascii", "replace").split()  # CRLF, too, is white space; a blank line has no words
        if len(words) == 2 and words[0] == "init_board":
            if re.fullmatch("[1-9]|1[0-9]|2[0-6]", words[1]):
                size, stones, may_swap = int(words[1]), {}, True
        elif len(words) == 2 and words[0] in ("seto", "sety", "unset"):
            cell = cell_of(words[1])
            if cell is None:
                continue
            if words[0] == "unset":
                stones.pop(cell, None)
            else:
                # A stone on an occupied cell changes nothing.
                stones.setdefault(cell, colour if words[0] == "sety" else OTHER[colour])
            # The second move of the game comes after one stone of the opponent's and nothing else.
            may_swap = may_swap and words[0] == "seto"
        elif words == ["make_move"] and size:
            inner = [cell for cell in stones if 0 < min(cell) and max(cell) < size - 1]
            # A stone that is not at the edge of the board is worth having.
            if may_swap and colour == "W" and len(stones) == len(inner) == 1:
                colour = "B"  # the players exchange colours, the stone stays
                answer("swap")
            else:
                cell = choose(stones, size, colour)
                if cell is not None:
                    stones[cell] = colour  # nobody will tell this bot about its own move
                    answer(chr(ord("a") + cell[0]) + str(cell[1] + 1))
            may_swap = False
        elif words == ["swap"]:
            colour, may_swap = OTHER[colour], False
        elif words == ["check_win"] and size:
            won, lost = has_won(stones, size, colour), has_won(stones, size, OTHER[colour])
            answer("1" if won else "-1" if lost else "0")
        elif words == ["show_board"] and size:
            rows = ("".join(stones.get((r, c), ".") for c in range(size)) + "|" for r in range(size))
            answer("".join(rows))
        elif words == ["quit"]:
            break
        # Anything else is not a message of this contest.


if __name__ == "__main__":
    main()
