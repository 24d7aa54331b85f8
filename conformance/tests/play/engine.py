"""A small Hex engine that speaks GTP, for tests: it plays the first empty cell, row by row.

    engine.py [swap=pieces|sides|bare|none] [swaps] [opens=CELL] [size2] [crlf] [fault=NAME]

`swap` is the word for a swap that it knows, and with `swaps` it answers that when it can. `size2` asks for two sizes.
What it is told goes to stderr.
"""

import sys

WORDS = {"pieces": "swap-pieces", "sides": "swap-sides", "bare": "swap", "none": None}
options = dict(word.split("=", 1) if "=" in word else (word, "") for word in sys.argv[1:])
word = WORDS[options.get("swap", "pieces")]
fault = options.get("fault")
size, board, swapped = 11, {}, False


class Refused(Exception):
    pass


def other(colour):
    return "white" if colour == "black" else "black"


def colour_of(text):
    colours = {"b": "black", "black": "black", "w": "white", "white": "white"}
    if text.lower() not in colours:
        raise Refused("invalid color")
    return colours[text.lower()]


def cell_of(text):
    column, row = ord(text[0].lower()) - 97, int(text[1:]) - 1
    if not (0 <= column < size and 0 <= row < size):
        raise Refused("off the board")
    return column, row


def swap():
    global swapped
    if len(board) != 1 or swapped:
        raise Refused("no swap now")
    swapped = True
    if word != "swap-sides":
        [((column, row), colour)] = board.items()
        board.clear()
        board[row, column] = other(colour)


def play(colour, text):
    if text in WORDS.values():
        if text != word:
            raise Refused("invalid move")
        return swap()
    cell = cell_of(text)
    if cell in board:
        raise Refused("illegal move: occupied")
    board[cell] = colour


def genmove(colour):
    if fault == "resigns":
        return "resign"
    if fault == "refuses":
        raise Refused("no idea")
    if fault == "occupied" and board:
        column, row = next(iter(board))
        return chr(97 + column) + str(row + 1)
    if fault in ("z99", "b7", "pass", "c3 c4", ""):
        return fault
    if fault == "dies":
        sys.exit("out of ideas")
    if fault == "sleeps":
        sys.stdin.read()
    if fault == "garbage":
        print("hello", flush=True)
    if fault == "flood":
        while True:
            print("= again", flush=True)
    if fault == "long":
        print("=" + "x" * 10000, flush=True)
    if fault == "unended":
        print("= a1", flush=True)
        sys.stdin.read()
    if "swaps" in options and len(board) == 1 and not swapped and colour not in board.values():
        swap()
        return word
    if "opens" in options and not board:
        board[cell_of(options["opens"])] = colour
        return options["opens"]
    for row in range(size):
        for column in range(size):
            if (column, row) not in board:
                board[column, row] = colour
                return chr(97 + column) + str(row + 1)
    raise Refused("the board is full")


def run(command, args):
    global size, swapped
    if command == "boardsize":
        if fault == "small" or len(args) != (2 if "size2" in options else 1):
            raise Refused("unacceptable size")
        size = int(args[0])
        return ""
    if command == "clear_board":
        board.clear()
        swapped = False
        return ""
    if command == "play":
        if fault == "forgets":
            raise Refused("who plays?")
        return play(colour_of(args[0]), args[1]) or ""
    if command == "genmove":
        return genmove(colour_of(args[0]))
    if command == "quit":
        return ""
    raise Refused("unknown command")


end = "\r\n" if "crlf" in options else "\n"
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    print(line.strip(), file=sys.stderr, flush=True)
    try:
        answer = "= " + run(words[0], words[1:])
    except Refused as why:
        answer = "? " + str(why)
    sys.stdout.write(answer + end + end)
    sys.stdout.flush()
    if words[0] == "quit":
        break
