"""Mutants of the SDK and of the example bots, each held against `botspec check`.

    python3 conformance/mutants run --tester target/release/botspec --sample 60
    python3 conformance/mutants page            writes docs/mutants.md
    python3 conformance/mutants page --check    fails if that page is not what would be written

`run` adds to results.jsonl what is not there yet, so that it can be stopped and gone on with.
It needs cargo-mutants 27 (`cargo install --locked cargo-mutants`), a C compiler and Python 3.11.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import c_bots
import judgement
import page
import python_bots
import sdk
from mutant import numbered, sample
from trial import Bench

RESULTS = Path(__file__).resolve().parent / "results.jsonl"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run_options = commands.add_parser("run")
    run_options.add_argument("--tester", required=True, help="the botspec to be tried")
    run_options.add_argument("--sample", type=int, default=60, help="so many mutants (default 60)")
    run_options.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    run_options.add_argument("--results", type=Path, default=RESULTS, help="where results are added")
    run_options.add_argument("--folder", help="where bots are built; kept, so that another run is quicker")
    page_options = commands.add_parser("page")
    page_options.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.command == "page":
        return page.write(RESULTS, options.check)
    with tempfile.TemporaryDirectory() as folder:
        return run(options, options.folder or folder)


def run(options, folder):
    """Fails if a mutant survives of which survivors.toml says nothing."""
    every = numbered([*python_bots.mutants(), *c_bots.mutants(), *sdk.mutants()])
    chosen = sample(every, options.sample, options.seed)
    done = {result["id"]: result for result in page.read(options.results)}
    judged = judgement.Survivors()
    bench = Bench(folder, options.tester)
    bench.open()
    unexplained = 0
    for number, mutant in enumerate(chosen, 1):
        result = done.get(mutant.id)
        if result is None:
            fitting = judgement.fitting(mutant.file, mutant.function)
            outcome, seconds = bench.try_out(mutant, lambda rules: judgement.fits(fitting, rules))
            result = {
                "id": mutant.id, "kind": mutant.kind, "games": mutant.games, "file": mutant.file,
                "function": mutant.function, "line": mutant.line, "change": mutant.change,
                "outcome": outcome.name, "rules": outcome.rules, "seconds": round(seconds, 1),
            }  # fmt: skip
            with options.results.open("a") as file:
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
        unexplained += result["outcome"] == "survived" and judged.of(result) is None
        print(f"{number}/{len(chosen)} {result['outcome']}: {mutant.id} {' '.join(result['rules'])}", flush=True)
    print(f"{unexplained} survived that survivors.toml says nothing of")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
