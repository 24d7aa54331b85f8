"""A bot for Four In A Row that breaks the one rule that its argument names, and none without one."""

import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
WIDTH = 7


def answer(cells):
    if FAULT == "format":
        return "3"
    if FAULT == "column":
        return "place_disc 7"
    if FAULT == "open":
        return "place_disc 3"
    if FAULT == "bank":
        time.sleep(0.9)
    return f"place_disc {next(c for c in range(WIDTH) if cells[c] == '.')}"


def main():
    cells = []
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "settings" and FAULT == "settings":
            known = {"timebank", "time_per_move", "player_names", "your_bot", "your_botid", "field_width", "field_height"}
            if words[1] not in known:
                raise ValueError(words[1])
        elif words[:3] == ["update", "game", "field"]:
            cells = words[3].split(",")
        elif words[0] == "action":
            if FAULT == "unasked":
                print("thinking")
            print(answer(cells), flush=FAULT != "flushed")
    if FAULT == "eof":
        time.sleep(60)


main()
