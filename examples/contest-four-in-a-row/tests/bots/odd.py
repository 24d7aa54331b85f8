"""A bot for Four In A Row that conforms, but for the second turn, and what its argument names."""

import os
import sys
import time

FAULT = sys.argv[1]
WIDTH = 7


def second(answer):
    """What is printed in place of the second answer."""
    if FAULT == "ends":
        sys.exit(0)
    if FAULT == "closes its stdout":
        os.close(1)
        time.sleep(60)
    if FAULT == "sleeps":
        time.sleep(60)
    if FAULT == "is late":
        time.sleep(3.4)
    return {
        "answers twice": answer + "\n" + answer + "\n",
        "goes on talking": answer + "\nthat was easy\n",
        "talks first": "let me see\n" + answer + "\n",
        "ends no line": answer,
        "writes for ever": "x" * 5000 + "\n",
        "ends lines with CRLF": answer + "\r\n",
        "skips a question": "",
    }.get(FAULT, answer + "\n")


def main():
    cells, answers, kept = [], 0, ""
    if FAULT == "greets":
        print("hello", flush=True)
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[:3] == ["update", "game", "field"]:
            cells = words[3].split(",")
        elif words[0] == "action":
            answers += 1
            answer = f"place_disc {next(c for c in range(WIDTH) if cells[c] == '.')}"
            said = second(answer) if answers == 2 else answer + "\n"
            if FAULT == "is a line behind":
                said, kept = kept, said
            sys.stdout.write(said)
            sys.stdout.flush()
    sys.stdout.write(kept)


main()
