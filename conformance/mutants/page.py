"""docs/mutants.md, from the results and what people have said of them."""

import json
import sys
from collections import Counter

import judgement
from mutant import REPOSITORY

PAGE = REPOSITORY / "docs/mutants.md"

HEAD = """\
# Mutants: what the tester does not see

Made by `python3 conformance/mutants page` from `conformance/mutants/results.jsonl` and `survivors.toml`.

A mutant is a bot with one small change. If `botspec check` finds nothing wrong with it, either the change makes no
difference that a referee could see, or the tester has a hole. Mutants of the SDK are those of cargo-mutants; the example
bot of each game that the changed file belongs to is built against it and checked. Mutants of the example bots in Python
and C change an operator, a constant, a condition or a result. Each is first checked with `--strict --thorough --fail-fast
--max-time 15s`; one that shows nothing there, or nothing that fits the changed place (`fits.toml`), is checked in full, and
in every variant of its game.

- **killed**: a rule is reported broken. *Under a rule that fits*: one of those that are about the changed place.
- **not certified**: no rule is broken, since a bot may, for instance, stay where it is on every turn; but some must rules
  could not be tried with it, which the report names, and the verdict is `inconclusive`, exit status 4. This counts as
  found if the rules named fit the changed place.
- **survived**: the check ends well. Somebody has looked at it: *equivalent*, since no legal game or message shows the
  difference, or a *hole*.
- **same program**: the executable is the same byte by byte; the compiler threw the changed code out, since this bot does
  not use it. **Does not compile**: no mutant. **Refused**: it cannot be started, so nothing is judged. **Inconclusive**:
  the machine was too busy for a verdict, twice. These count as neither found nor survived.

The sample is drawn at random, by seed, in turn from each language and game.
"""


FOUND = ("killed", "not certified")


def read(results):
    return [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []


def write(results, check):
    text = made_from(read(results), judgement.Survivors())
    if check:
        current = PAGE.exists() and PAGE.read_text() == text
        if not current:
            print("docs/mutants.md is out of date: run `python3 conformance/mutants page`", file=sys.stderr)
        return 0 if current else 1
    PAGE.write_text(text)
    return 0


def made_from(results, judged):
    parts = [HEAD, "## Summary\n", summary(results, judged)]
    killed = [result for result in results if result["outcome"] in FOUND]
    survived = [result for result in results if result["outcome"] == "survived"]
    strange = [result for result in killed if not fits(result)]
    rest = [result for result in results if result["outcome"] in ("inconclusive", "refused")]
    parts += ["\n## Survived\n", table(["mutant", "judged", "why"], [survivor(result, judged) for result in survived])]
    parts += ["\n## Found under a rule that does not fit\n", table(["mutant", "rules"], map(rules_of, strange))]
    parts += ["\n## Inconclusive and refused\n", table(["mutant", "outcome"], map(unjudged, rest))]
    parts += ["\n## Found\n", table(["mutant", "rules", "s"], map(rules_and_time, killed))]
    return "\n".join(parts)


def summary(results, judged):
    rows = []
    strata = sorted({stratum(result) for result in results})
    for name in [*strata, "all"]:
        members = [result for result in results if name in (stratum(result), "all")]
        counts = Counter(result["outcome"] for result in members)
        found = sum(result["outcome"] in FOUND for result in members)
        right = sum(result["outcome"] in FOUND and fits(result) for result in members)
        said = [verdict(result, judged)[0] for result in members if result["outcome"] == "survived"]
        holes = len(said) - said.count("equivalent")
        differ = found + holes
        rows.append([
            name, len(members), counts["killed"], counts["not certified"], right, said.count("equivalent"), holes,
            counts["inconclusive"] + counts["refused"], counts["same program"], counts["does not compile"],
            share(found, differ), share(right, differ), round(sum(result["seconds"] for result in members)),
        ])  # fmt: skip
    heads = [
        "mutants of", "N", "killed", "not certified", "under a rule that fits", "equivalent", "holes", "not judged", "same program",
        "does not compile", "found of those that differ", "under a rule that fits", "s",
    ]  # fmt: skip
    return table(heads, rows)


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else ""


def stratum(result):
    game = result["games"][0] if len(result["games"]) == 1 else "shared"
    return f"{result['kind']}, {game}"


def fits(result):
    return judgement.fits(judgement.fitting(result["file"], result["function"]), result["rules"])


def survivor(result, judged):
    return [result["id"], *verdict(result, judged)]


def verdict(result, judged):
    return judged.of(result) or ("open", "nobody has looked at it yet")


def rules_of(result):
    return [result["id"], ", ".join(result["rules"])]


def rules_and_time(result):
    return [*rules_of(result), result["seconds"]]


def unjudged(result):
    return [result["id"], result["outcome"]]


def table(heads, rows):
    rows = [[cell(value) for value in row] for row in rows]
    if not rows:
        return "None.\n"
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cell(value):
    return str(value).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")
