"""The core of a quick check: the cases that find every fault which all cases find.

    python3 conformance/core matrix --tester target/release/botspec --bots target/test-bots --out matrix.jsonl
    python3 conformance/core mutants --tester target/release/botspec --sample 60 --out mutants.jsonl
    python3 conformance/core choose --tester target/release/botspec matrix.jsonl
    python3 conformance/core lost mutants.jsonl

`matrix` checks the test bots of the contests that are played through files, and the example bots, with every case, and adds
a line for each check: which cases find what, and which try what. `mutants` does the same with mutants of the example bots.
Bots whose line is there already are left out, so that either can be stopped and gone on with. `choose` writes linkage.txt
and power4.txt from such lines, and `lost` says which faults the core does not find that all cases find.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cover import Need, cover

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
GAMES = ("linkage", "power4")
VARIANTS = {"linkage": [None], "power4": [None, "memo", "hover"]}
EXAMPLES = {
    "linkage": ["linkage-python", "linkage-c"],
    "power4": ["power4-python"],
}
# The bots that hang are known by hanging for longer than this; one that is nearly too slow knows it by name.
LIMIT = "1s"
LONGEST = 1800  # seconds
# What these do takes long, and every turn shows it, or it needs a quiet machine.
LONG = {"floods-folder", "one-second", "opening-slow", "id-slow", "prints-gigabyte", "prints-much", "turn-computes"}
# What no case finds twice by chance alone must be found by so many.
MARGIN = 2
# Beside the cases that the matrix asks for, for faults that no test bot has: those that somebody wrote and that ask for so
# many turns at most, and the first of each generator.
FEW_TURNS = 3
BREADTH = {
    "linkage": {
        "random": 24, "crowded": 6, "single": 4, "exhausted": 6, "last-colour": 4, "forced-skip": 6, "game": 6,
    },
    "power4": {
        "random": 24, "crowded": 6, "one-column": 4, "one-cell": 4, "both-dual": 4,
        "memo-used": 8, "memo-all-used": 4, "memo-due": 6, "match": 0,
    },
}  # fmt: skip
# And those that found what strangers' bots did wrong, and which no test bot does: with the first placement and the last,
# with what they remember of another game, and on a tenth turn.
BESIDE = {
    "linkage": [
        "linkage/place/joins-four-as-more",
        "linkage/place/joins-four-as-fewer",
        "linkage/place/first-of-red",
        "linkage/place/last-of-yellow",
        "linkage/skip/two-in-a-row-as-more",
        "linkage/skip/two-in-a-row-as-fewer",
        "linkage/skip/of-the-opponent-leaves-one-as-more",
        "linkage/skip/of-the-opponent-leaves-one-as-fewer",
        "linkage/cache/foreign-as-more-random",
        "linkage/cache/foreign-as-fewer-mean",
        "linkage/cache/aged-as-fewer-random",
        "linkage/mark/a4-b3-b5-c5",
        "linkage/mark/e2-f1-f4-g3",
        "linkage/mark/a2-b1-b4-c3",
        "linkage/mark/c2-d1-e3-f2",
        "linkage/mark/a5-a6-b7-c5",
        "linkage/mark/d5-f6-g5",
        "linkage/mark/c7-d6-f7",
        "linkage/mark/d2-e1-g2",
        "linkage/mark/e5-f3-g4",
        "linkage/mark/e4-e6-f5",
        "linkage/mark/b2-c1-d3",
        "linkage/mark/d7-e7-f6",
        "linkage/mark/b5-b6-c4",
        "linkage/mark/a3-b2-c3",
    ],
    "power4": [
        "power4/match/felling-team-1-first-001",
        "power4/match/felling-team-1-second-001",
        "power4/match/felling-team-2-first-001",
        "power4/match/felling-team-2-second-001",
        "power4/match/topping-team-1-second-002",
        "power4/match/topping-team-1-second-004",
        "power4/match/topping-team-2-second-001",
        "power4/match/capping-team-1-first-001",
        "power4/match/capping-team-2-first-003",
        "power4/match/undermining-team-2-first-001",
        "power4/match/vanishing-team-1-first-001",
        "power4/match/dual-sweeping-team-2-second-001",
        "power4/match/ambiguous-team-1-second-004",
        "power4/match/ambiguous-team-2-second-006",
        "power4/match/mowing-team-1-first-003",
        "power4/match/forcing-team-1-first-001",
        "power4/match/forcing-team-1-second-001",
        "power4/match/forcing-team-2-first-001",
        "power4/help/deleted",
        "power4/help/aged",
        "power4/full/team-1-first",
        "power4/sets/opened-with-clear-neighbours-team-2",
        "power4/sets/clearing-team-1-second",
        "power4/sets/after-dual-team-2-first",
        "power4/sets/after-dual-team-2-second",
        "power4/sets/after-a-whole-one-team-1-first",
        "power4/sets/after-a-whole-one-team-2-second",
        "power4/match/clearing-team-1-second-002",
        "power4/match/after-short-team-1-001",
        "power4/match/random-team-1-first-001",
        "power4/match/random-team-2-second-002",
        "power4/match/sweeping-team-1-first-001",
        "power4/match/sweeping-team-2-first-001",
        "power4/match/dual-clearing-team-1-first-001",
        "power4/match/dual-clearing-team-2-second-001",
        "power4/match/stacking-team-1-first-001",
        "power4/match/stacking-team-2-second-001",
        "power4/match/threatening-team-1-first-001",
        "power4/match/threatening-team-1-second-001",
        "power4/match/threatening-team-2-first-001",
        "power4/match/threatening-team-2-second-001",
        "power4/match/undoing-team-1-first-001",
        "power4/match/undoing-team-2-second-001",
    ],
}
HEAD = """\
# The cases that a quick check of this contest plays in any case, found by `python3 conformance/core choose`: each fault
# of a test bot that all cases find is found by two of these at least, and each rule is tried by two of them. Generated
# cases are named by their generator and number: with another seed they are other positions of the same kind.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    matrix_options = commands.add_parser("matrix")
    matrix_options.add_argument("--tester", type=Path, required=True, help="the botspec to be asked")
    matrix_options.add_argument("--bots", type=Path, required=True, help="the folder with GAME-test-bot")
    matrix_options.add_argument("--out", type=Path, required=True, help="where lines are added")
    matrix_options.add_argument("--game", choices=GAMES, action="append")
    matrix_options.add_argument("--variant", action="append", help="of these variants only; `usual` has no name")
    matrix_options.add_argument("--seed", type=int, default=1)
    matrix_options.add_argument("--cases", type=int, default=200, help="random positions per generator")
    matrix_options.add_argument("--jobs", type=int, default=2)
    mutant_options = commands.add_parser("mutants")
    mutant_options.add_argument("--tester", type=Path, required=True, help="the botspec to be asked")
    mutant_options.add_argument("--out", type=Path, required=True, help="where lines are added")
    mutant_options.add_argument("--sample", type=int, default=60, help="so many mutants")
    mutant_options.add_argument("--seed", type=int, default=1, help="of the sample")
    mutant_options.add_argument("--cases", type=int, default=200, help="random positions per generator")
    mutant_options.add_argument("--jobs", type=int, default=2)
    lost_options = commands.add_parser("lost")
    lost_options.add_argument("matrix", type=Path, nargs="+", help="what `matrix` or `mutants` has written")
    choose_options = commands.add_parser("choose")
    choose_options.add_argument("--tester", type=Path, required=True, help="the botspec to be asked")
    choose_options.add_argument("matrix", type=Path, nargs="+", help="what `matrix` has written")
    choose_options.add_argument("--show", action="store_true", help="say why each case is in the core")
    options = parser.parse_args()
    return {"matrix": matrix, "mutants": mutants, "choose": choose, "lost": lost}[options.command](options)


def matrix(options):
    done = {key(line) for line in read([options.out])} if options.out.exists() else set()
    with tempfile.TemporaryDirectory() as folder, options.out.open("a") as out:
        for game in options.game or GAMES:
            for variant in VARIANTS[game]:
                if options.variant and (variant or "usual") not in options.variant:
                    continue
                for name, right, place in bots(game, options.bots.resolve(), Path(folder)):
                    line = {"game": game, "variant": variant, "seed": options.seed, "cases": options.cases, "bot": name}
                    if key(line) in done:
                        continue
                    line["right"] = right
                    line |= look(options, game, variant, place, Path(folder) / "report.json")
                    out.write(json.dumps(line) + "\n")
                    out.flush()
                    print(game, variant, name, line["verdict"], *line["found"], flush=True)
    return 0


def mutants(options):
    sys.path.insert(0, str(REPOSITORY / "conformance/mutants"))
    import c_bots
    import python_bots
    from mutant import numbered, sample

    every = [*python_bots.mutants(), *c_bots.mutants()]
    every = numbered([mutant for mutant in every if mutant.games[0] in GAMES])
    done = {key(line) for line in read([options.out])} if options.out.exists() else set()
    with tempfile.TemporaryDirectory() as folder, options.out.open("a") as out:
        for mutant in sample(every, options.sample, options.seed):
            (game,) = mutant.games
            line = {"game": game, "variant": None, "seed": 1, "cases": options.cases, "bot": mutant.id, "right": False}
            if key(line) in done:
                continue
            source = REPOSITORY / mutant.file
            bot = Path(folder) / "bot"
            shutil.rmtree(bot, ignore_errors=True)
            shutil.copytree(source.parent, bot, ignore=shutil.ignore_patterns("__pycache__", "bot"))
            (bot / source.name).write_text(mutant.text)
            found = look(options, game, None, bot, Path(folder) / "report.json")
            if found is None:
                continue
            out.write(json.dumps(line | found) + "\n")
            out.flush()
            print(found["verdict"], mutant.id, *found["found"], flush=True)
    return 0


def lost(options):
    """What all cases find or try, and the core does not."""
    cores = {game: set((HERE / f"{game}.txt").read_text().splitlines()) for game in GAMES}
    total, by_core, once = 0, 0, 0
    for line in read(options.matrix):
        for rule, cases in line["found"].items():
            seen = sum(case in cores[line["game"]] for case in cases)
            total, by_core, once = total + 1, by_core + (seen > 0), once + (seen == 1)
            if seen == 0:
                print(f"lost: {line['bot']} {line['variant'] or ''} seed {line['seed']} {rule}: {', '.join(cases[:3])} …")
        for rule, cases in line["tries"].items():
            if line["right"] and not cores[line["game"]].intersection(cases):
                print(f"no longer tried: {rule} by {line['bot']} {line['variant'] or ''} seed {line['seed']}")
                total += 1
    print(f"{total} faults are found by all cases, {by_core} of them by the core, {once} of those by one case of it")
    return 0 if total == by_core else 1


def key(line):
    return tuple(line[field] for field in ("game", "variant", "seed", "cases", "bot"))


def read(files):
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def bots(game, folder, bench):
    """Each bot's name, whether it is right, and where it is."""
    source = REPOSITORY / "conformance/tests/bots/src" / game
    for file, right in [("fault.rs", False), ("oddity.rs", True)]:
        for name in re.findall(r"^ {8}(\w+) =>", (source / file).read_text(), re.MULTILINE):
            words = re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower()
            if words in LONG:
                continue
            place = bench / words
            place.unlink(missing_ok=True)
            shutil.copy(folder / f"{game}-test-bot", place)
            yield words, right, place
            place.unlink()
    for example in EXAMPLES[game]:
        yield example, True, REPOSITORY / "examples" / example


def look(options, game, variant, bot, report):
    """What a check with every case says of a bot."""
    command = [options.tester.resolve(), "check", game, bot, "--no-shrink", "--max-time", "1h"]
    command += ["--seed", str(options.seed if options.command == "matrix" else 1), "--cases", str(options.cases), "--format", "json", "--output", report]
    command += ["--jobs", str(options.jobs), *(["--variant", variant] if variant else [])]
    command += ["--thorough"] if knows_thorough(options.tester) else []
    command += ["--time-limit", LIMIT] if options.command == "matrix" else []
    report.unlink(missing_ok=True)
    run = subprocess.run(command, capture_output=True, timeout=LONGEST, text=True)
    if not report.exists():
        if options.command == "mutants":
            return None
        raise SystemExit(f"{bot}: {run.stderr}")
    return of_report(json.loads(report.read_text()))


def knows_thorough(tester):
    return "--thorough" in subprocess.run([tester, "check", "--help"], capture_output=True, text=True).stdout


def of_report(report):
    """By rule, which cases find it broken and which try it."""
    found, tries = {}, {}
    kept = {rule["id"] for rule in report["rules"] if rule["verdict"] == "pass"}
    for case in report["cases"]:
        for rule in sorted({violation["rule"] for violation in case["violations"] if violation["level"] != "info"}):
            found.setdefault(rule, []).append(case["id"])
        if case["gap"] is None and case["verdict"] == "pass":
            for rule in kept.intersection(case["rules"]):
                tries.setdefault(rule, []).append(case["id"])
    turns = {case["id"]: case["turns"] for case in report["cases"]}
    return {"verdict": report["verdict"], "found": found, "tries": tries, "turns": turns}


def choose(options):
    lines = read(options.matrix)
    for game in GAMES:
        core = core_of(game, [line for line in lines if line["game"] == game], options)
        (HERE / f"{game}.txt").write_text(HEAD + "".join(f"{case}\n" for case in core))
    return 0


def core_of(game, lines, options):
    listed = {variant: listing(options.tester, game, variant) for variant in VARIANTS[game]}
    order = {}
    for cases in listed.values():
        for case in cases:
            order.setdefault(case["id"], len(order))
    # The bulk alone can be left out.
    core = {case["id"]: "not the bulk" for cases in listed.values() for case in cases if case["phase"] != "main"}
    for name, count in BREADTH[game].items():
        generated = [case for case in order if case.startswith(f"{game}/{name}/")]
        core |= dict.fromkeys(generated[:count], "the first of its generator")
    core |= dict.fromkeys(BESIDE[game], "found a stranger's fault")
    turns = costs(lines)
    written = [case for case in order if case.split("/")[1] not in BREADTH[game]]
    core |= dict.fromkeys((case for case in written if turns.get(case, 0) <= FEW_TURNS and case not in core), "written")
    needs = [need for line in lines for need in needs_of(line)]
    core |= cover(needs, core, turns, order)
    if options.show:
        for case in sorted(core, key=order.get):
            print(f"{case}: {core[case]}")
    for variant, cases in listed.items():
        mine = [case["id"] for case in cases if case["id"] in core]
        turns = reference(lines, variant)
        print(
            f"{game} {variant or ''}: {len(mine)} of {len(cases)} cases,",
            f"{sum(turns.get(case, 0) for case in mine)} of {sum(turns.values())} turns of {EXAMPLES[game][0]}",
        )
    return sorted(core, key=order.get)


def needs_of(line):
    """Each fault that was found, and each rule that a right bot was seen to keep, with the cases that will do."""
    kind = "tries" if line["right"] else "found"
    for rule, cases in line[kind].items():
        yield Need(f"{line['bot']} {kind} {rule} ({line['variant'] or 'usual'}, seed {line['seed']})", cases, MARGIN)


def costs(lines):
    """Of each case, how many turns it asks a right bot for at most."""
    most = {}
    for line in lines:
        if line["right"]:
            for case, turns in line["turns"].items():
                most[case] = max(most.get(case, 0), turns)
    return most


def reference(lines, variant):
    """How many turns an example bot was asked for in each case."""
    names = [name for examples in EXAMPLES.values() for name in examples]
    found = [line for line in lines if line["bot"] in names and line["variant"] == variant]
    return max(found, key=lambda line: line["cases"])["turns"] if found else {}


def listing(tester, game, variant):
    command = [tester, "list", game, "--submission", "--format", "json"]
    command += ["--variant", variant] if variant else []
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["cases"]


if __name__ == "__main__":
    sys.exit(main())
