"""The sparring partners against each other, and the table of who wins how often; and the example bots that search, against
those that do not.

    python3 conformance/sparring play --tester target/release/botspec        plays, and adds to results.json
    python3 conformance/sparring examples --tester target/release/botspec    the example bots, and adds to examples.json
    python3 conformance/sparring page            writes docs/sparring.md and docs/examples.md
    python3 conformance/sparring page --check    fails if those pages are not what would be written

`play` and `examples` play what the results lack, so that they can be stopped and gone on with; `--again GAME` plays a game's
anew.
"""

import argparse
import json
import math
import subprocess
import sys
from itertools import combinations
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parent.parent / "docs" / "sparring.md"
EXAMPLE_RESULTS = HERE / "examples.json"
EXAMPLE_PAGE = PAGE.with_name("examples.md")
Z = 1.959963984540054

LEVELS = ["random", "greedy", "search-1", "search-2", "search-3"]
# By heading: the game, its levels, what its games are played with, and how many each two levels play.
TABLES = {
    "Linkage": ("linkage", LEVELS, ["--openings", "random:2"], 80),
    "Power Connect Four": ("power4", LEVELS, [], 80),
    "Flit, variant `duel`": ("flit", LEVELS[:4], ["--variant", "duel"], 80),
    "Hex": ("hex", LEVELS, ["--openings", "random:2"], 80),
}
# The strongest level of Hex takes half a second a move: it plays fewer.
FEWER = {("hex", "search-3"): 30}

# By heading: the game, the bot that searches, the one that it has to beat, and what their games are played with: a tenth of
# the contest's time.
EXAMPLES = {
    heading: (game, one, other, options.split())
    for heading, game, one, other, options in [
        ("Linkage", "linkage", "linkage-search", "linkage-greedy", "--openings random:2 --games 100 --time-limit 500ms"),
        ("Hex", "hex", "hex-search", "hex-shortest-path", "--openings random:2 --games 40 --time-limit 12s"),
        ("Flit, variant `duel`", "flit", "flit-search", "flit-collector", "--variant duel --games 40 --time-limit 5ms"),
        (
            "Power Connect Four",
            "power4",
            "power4-search",
            "power4-minimax",
            "--variant memo --openings random:2 --games 100 --time-limit 1s",
        ),
    ]
}


def command(game, pair, options, games):
    games = min([games, *(FEWER.get((game, level), games) for level in pair)])
    partners = [word for level in pair for word in ("--sparring", level)]
    return ["play", game, *partners, *options, "--games", str(games)]


def play(tester, again):
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for heading, (game, levels, options, games) in TABLES.items():
        known = results.setdefault(heading, {})
        if game == again:
            known.clear()
        for pair in combinations(reversed(levels), 2):
            name = " ".join(pair)
            if name in known:
                continue
            words = command(game, pair, options, games)
            run = subprocess.run([tester, *words, "--format", "json"], check=True, capture_output=True)
            summary = json.loads(run.stdout)
            if summary["faults"] or summary["void"]:
                sys.exit(f"{heading}, {name}: a partner has lost by a fault, or the machine is too busy")
            first = summary["bots"][0]
            known[name] = {"games": first["games"], "won": first["won"], "drawn": first["drawn"]}
            print(heading, name, known[name], flush=True)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")


def meet(tester, again):
    results = json.loads(EXAMPLE_RESULTS.read_text()) if EXAMPLE_RESULTS.exists() else {}
    for heading, (game, *bots, options) in EXAMPLES.items():
        if heading in results and game != again:
            continue
        folders = [HERE.parent.parent / "examples" / bot for bot in bots]
        run = subprocess.run([tester, "play", game, *folders, *options, "--format", "json"], check=True, capture_output=True)
        summary = json.loads(run.stdout)
        if summary["faults"] or summary["void"]:
            sys.exit(f"{heading}: a bot has lost by a fault, or the machine is too busy")
        first = summary["bots"][0]
        results[heading] = {key: first[key] for key in ("games", "won", "drawn")}
        print(heading, results[heading], flush=True)
        EXAMPLE_RESULTS.write_text(json.dumps(results, indent=1) + "\n")


def wilson(points, games):
    share = points / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return 100 * share, 100 * max(middle - half, 0), 100 * min(middle + half, 1)


def table(levels, results):
    head = "| | " + " | ".join(f"`{level}`" for level in levels[:-1]) + " |\n"
    lines = [head, "|---" * len(levels) + "|\n"]
    for row in reversed(levels[1:]):
        cells = []
        for column in levels[:-1]:
            result = results.get(f"{row} {column}")
            if result is None:
                cells.append("")
                continue
            share, low, high = wilson(result["won"] + result["drawn"] / 2, result["games"])
            cells.append(f"{share:.0f} % ({low:.0f} to {high:.0f}), {result['games']} games")
        lines.append(f"| `{row}` | " + " | ".join(cells) + " |\n")
    return "".join(lines)


def page():
    results = json.loads(RESULTS.read_text())
    text = (HERE / "page.md").read_text()
    for heading, (game, levels, options, games) in TABLES.items():
        words = " ".join(["botspec", *command(game, levels[:0:-1][:2], options, games)])
        part = f"`{words}` is the first meeting.\n\n{table(levels, results[heading])}"
        mark = f"{{{{ {heading} }}}}\n"
        if text.count(mark) != 1:
            sys.exit(f"page.md has not one place for {heading}")
        text = text.replace(mark, part)
    return text


def example_page():
    results = json.loads(EXAMPLE_RESULTS.read_text())
    lines = []
    for heading, (game, one, other, options) in EXAMPLES.items():
        result = results[heading]
        share, low, high = wilson(result["won"] + result["drawn"] / 2, result["games"])
        words = " ".join(["botspec play", game, f"examples/{one}", f"examples/{other}", *options])
        lines.append(
            f"| {heading} | `{one}` | `{other}` | {share:.0f} % ({low:.0f} to {high:.0f}), {result['games']} games "
            f"| `{words}` |\n"
        )
    text = (HERE / "examples.md").read_text()
    mark = "{{ table }}\n"
    if text.count(mark) != 1:
        sys.exit("examples.md has not one place for the table")
    head = "| game | bot | against | points won | played with |\n" + "|---" * 5 + "|\n"
    return text.replace(mark, head + "".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    play_options = commands.add_parser("play")
    play_options.add_argument("--tester", required=True, help="the botspec whose partners play")
    play_options.add_argument("--again", metavar="GAME", help="forget what was played of this game")
    examples_options = commands.add_parser("examples")
    examples_options.add_argument("--tester", required=True, help="the botspec that lets them play")
    examples_options.add_argument("--again", metavar="GAME", help="forget what was played of this game")
    commands.add_parser("page").add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.command == "play":
        return play(options.tester, options.again)
    if options.command == "examples":
        return meet(options.tester, options.again)
    for file, text in [(PAGE, page()), (EXAMPLE_PAGE, example_page())]:
        if not options.check:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            sys.exit(f"{file.name} is out of date: run python3 conformance/sparring page")
    return None


if __name__ == "__main__":
    main()
