"""Odd but right: sets of cells, a queue between two threads, swaps whenever it may, plays the last cell."""
import os
import queue
import re
import sys
import threading

STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
if sys.argv[1:] not in (["black"], ["white"]):
    sys.exit("usage: sets.py black|white")
lines = queue.Queue()
me = sys.argv[1]
size, stones, moves = 0, {}, []


def listen():
    for line in sys.stdin.buffer:
        lines.put(line.decode("utf-8", "replace").strip())
    lines.put("quit")


def winner():
    for colour, axis in (("black", 0), ("white", 1)):
        own = {cell for cell, stone in stones.items() if stone == colour}
        reached = {cell for cell in own if cell[axis] == 1}
        fresh = reached
        while fresh:
            fresh = {(r + dr, c + dc) for r, c in fresh for dr, dc in STEPS} & own - reached
            reached |= fresh
        if any(cell[axis] == size for cell in reached):
            return colour
    return None


def say(text):
    # One byte at a time, past all buffers.
    for byte in (text + "\n").encode():
        os.write(1, bytes([byte]))


threading.Thread(target=listen, daemon=True).start()
while (line := lines.get()) != "quit":
    word, _, rest = line.partition(" ")
    other = {"black": "white", "white": "black"}[me]
    cell = re.fullmatch("([a-z])([1-9][0-9]*)", rest)
    at = cell and (ord(cell[1]) - 96, int(cell[2]))
    on = at and max(at) <= size
    if word == "init_board":
        size, stones, moves = int(rest), {}, []
    elif word in ("seto", "sety") and on:
        stones.setdefault(at, other if word == "seto" else me)
        moves.append(word)
    elif word == "unset" and on:
        stones.pop(at, None)
        moves.append(word)
    elif line == "swap":
        me = other
        moves.append(line)
    elif line == "make_move" and size:
        if moves == ["seto"] and me == "white":
            me = other
            say("swap")
        else:
            free = {(r, c) for r in range(1, size + 1) for c in range(1, size + 1)} - stones.keys()
            r, c = max(free)
            stones[r, c] = me
            say(f"{chr(96 + r)}{c}")
        moves.append(line)
    elif line == "check_win" and size:
        won = winner()
        say("0" if won is None else "1" if won == me else "-1")
    elif line == "show_board" and size:
        letter = {"black": "B", "white": "W"}
        rows = ("".join(letter.get(stones.get((r, c)), ".") for c in range(1, size + 1)) for r in range(1, size + 1))
        say("".join(row + "|" for row in rows))
os._exit(0)
