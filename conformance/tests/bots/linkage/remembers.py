"""Odd but right: keeps a JSON cache, deletes and recreates order.txt, waits for a child process."""
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def placements(left, rows):
    for colour, count in zip("RBGY", left):
        if count == "0":
            continue
        for y in range(7):
            for x in range(7):
                for dx, dy in ((1, 0), (0, 1)):
                    if x + dx < 7 and y + dy < 7 and rows[y][x] == rows[y + dy][x + dx] == ".":
                        yield f"{colour}{'ABCDEFG'[x]}{y + 1}{'ABCDEFG'[x + dx]}{y + dy + 1}"


def recall(path):
    try:
        cache = json.loads(path.read_text(encoding="utf-8"))
        return cache if isinstance(cache, dict) and isinstance(cache.get("next"), str) else {}
    except (OSError, ValueError):
        return {}


def main():
    order = HERE / "order.txt"
    order.unlink(missing_ok=True)
    first, *rows = (HERE / "input.txt").read_text(encoding="ascii").splitlines()
    legal = list(placements(first[1:], rows))
    cache = recall(HERE / "cache.json")
    choice = "Skip"
    if legal:
        choice = cache["next"] if cache.get("next") in legal else legal[len(legal) // 2]
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    order.write_text(choice + "\n", encoding="ascii")
    wish = legal[-1] if legal else "Skip"
    (HERE / "cache.json").write_text(json.dumps({"next": wish}), encoding="utf-8")


if len(sys.argv) > 1:
    print("Remembers | The botspec authors | 2026-11-21 | v1.2")
else:
    main()
