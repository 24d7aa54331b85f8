"""A mutant is tried: its bot is built if need be, and `botspec check` says what it finds."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import c_bots
import python_bots
from mutant import REPOSITORY

BOTS = {
    "linkage": "linkage-greedy",
    "hex": "hex-shortest-path",
    "flit": "flit-collector",
    "power4": "power4-minimax",
}
OPTIONS = {"power4": ["--team-id", "Mm0001"]}
# Quick to compile; arithmetic wraps and debug assertions are off, as in what is handed in. Without tables for unwinding,
# which stay in an executable when the function they belong to does not, and without an id: if all that a mutant changes
# is thrown away, its executable is the same byte by byte.
PROFILE = """
[profile.mutants]
inherits = "release"
opt-level = 1
debug = false
strip = true
codegen-units = 1
panic = "abort"
"""
RUST_FLAGS = "-C link-arg=-Wl,--build-id=none"
# The first look stops at the first fault. What passes it is looked at in full.
FIRST_LOOK = ["--thorough", "--fail-fast", "--max-time", "15s"]
FULL_LOOK = ["--thorough", "--max-time", "40s"]
LONGEST = 900  # seconds
# Ways to play a game beside the usual one.
VARIANTS = {"flit": ["duel"], "power4": ["memo", "hover"]}


@dataclass(frozen=True)
class Outcome:
    """What came of it: killed, not certified, survived, inconclusive, refused, same program or does not compile."""

    name: str
    rules: tuple[str, ...] = ()
    """Those broken; of one that is not certified, those that could not be tried with it."""

    @property
    def seen(self):
        return self.name in ("killed", "not certified")


class Bench:
    """A folder with what bots are built from, and the tester."""

    def __init__(self, folder, tester):
        self.folder, self.tester = Path(folder), Path(tester).resolve()
        self.workspace = self.folder / "workspace"
        self.unchanged = {}

    def open(self):
        """Copies the SDK and the examples in Rust; the same folder again keeps what was compiled there."""
        self.workspace.mkdir(parents=True, exist_ok=True)
        for part in ["sdk", *(f"examples/{bot}" for bot in BOTS.values())]:
            copied = self.workspace / part
            shutil.rmtree(copied, ignore_errors=True)
            # With new times, or cargo would take what the last run left for what this one begins with.
            ignored = shutil.ignore_patterns("target")
            shutil.copytree(REPOSITORY / part, copied, ignore=ignored, copy_function=shutil.copyfile)
        manifest = (REPOSITORY / "Cargo.toml").read_text()
        members = json.dumps(["sdk", *(f"examples/{bot}" for bot in BOTS.values())])
        manifest = re.sub(r"members = \[.*?\]", f"members = {members}", manifest, count=1, flags=re.DOTALL)
        manifest = re.sub(r"default-members = \[.*?\]\n", "", manifest, flags=re.DOTALL)
        manifest = re.sub(r"botspec-test-bots = .*\n", "", manifest)
        (self.workspace / "Cargo.toml").write_text(manifest + PROFILE)
        shutil.copy(REPOSITORY / "Cargo.lock", self.workspace / "Cargo.lock")
        for game in BOTS:
            if not self.build(game):
                raise SystemExit(f"{BOTS[game]} does not build without a mutation")
            self.unchanged[game] = self.digest(game)

    def build(self, game):
        command = ["cargo", "build", "--quiet", "--profile", "mutants", "--package", BOTS[game]]
        environment = os.environ | {"RUSTFLAGS": RUST_FLAGS}
        return subprocess.run(command, cwd=self.workspace, env=environment, capture_output=True).returncode == 0

    def executable(self, game):
        return self.workspace / "target/mutants" / BOTS[game]

    def digest(self, game):
        return hashlib.sha256(self.executable(game).read_bytes()).hexdigest()

    def try_out(self, mutant, first_fits):
        """The outcome, and how many seconds it took."""
        began = time.monotonic()
        outcome = self.try_sdk(mutant, first_fits) if mutant.kind == "sdk" else self.try_bot(mutant, first_fits)
        return outcome, time.monotonic() - began

    def try_sdk(self, mutant, first_fits):
        place = self.workspace / mutant.file
        original = place.read_text()
        place.write_text(mutant.text)
        try:
            outcomes = []
            for game in mutant.games:
                if not self.build(game):
                    return Outcome("does not compile")
                if self.digest(game) == self.unchanged[game]:
                    outcomes.append(Outcome("same program"))
                    continue
                outcome = self.look(game, self.executable(game), OPTIONS.get(game, []), first_fits)
                if outcome.seen:
                    return outcome
                outcomes.append(outcome)
            names = [outcome.name for outcome in outcomes]
            order = ["inconclusive", "refused", "survived", "same program"]
            return Outcome(next(name for name in order if name in names))
        finally:
            place.write_text(original)

    def try_bot(self, mutant, first_fits):
        bots = python_bots.BOTS if mutant.kind == "python" else c_bots.BOTS
        (game,) = mutant.games
        folder = self.folder / "bot"
        shutil.rmtree(folder, ignore_errors=True)
        source = Path(bots[game])
        shutil.copytree(REPOSITORY / source.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / source.name).write_text(mutant.text)
        if mutant.kind == "c":
            build = ["cc", "-std=c11", "-O2", "-o", "bot", source.name]
            if subprocess.run(build, cwd=folder, capture_output=True).returncode != 0:
                return Outcome("does not compile")
        return self.look(game, folder, [], first_fits)

    def look(self, game, bot, options, first_fits):
        """A quick look, a full one if that shows nothing, or nothing that fits, and the variants if that shows nothing."""
        quick = self.check(game, bot, [*options, *FIRST_LOOK])
        if quick.name == "refused" or (quick.name == "killed" and first_fits(quick.rules)):
            return quick
        full = self.check(game, bot, [*options, *FULL_LOOK])
        if full.name == "inconclusive":
            # The machine was busy.
            full = self.check(game, bot, [*options, *FULL_LOOK])
        if full.seen or quick.name == "killed":
            return full if full.seen else quick
        for variant in VARIANTS.get(game, []):
            outcome = self.check(game, bot, [*options, *FULL_LOOK, "--variant", variant])
            if outcome.name != "survived":
                return outcome
        return full

    def check(self, game, bot, options):
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        command = [self.tester, "check", game, bot, *options, "--strict", "--no-shrink", "--quiet"]
        command += ["--format", "json", "--output", report]
        try:
            run = subprocess.run(command, capture_output=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return Outcome("inconclusive")
        if run.returncode == 2:
            return Outcome("refused")
        if not report.exists():
            return Outcome("inconclusive")
        found = json.loads(report.read_text())
        broken = tuple(rule["id"] for rule in found["rules"] if rule["verdict"] in ("fail", "warn"))
        if run.returncode == 1 and broken:
            return Outcome("killed", broken)
        if run.returncode == 0:
            return Outcome("survived")
        untried = tuple(rule["id"] for rule in found["rules"] if is_left_untried_by_the_bot(rule))
        return Outcome("not certified", untried) if untried else Outcome("inconclusive")


def is_left_untried_by_the_bot(rule):
    """Rather than for want of time, or by a busy machine."""
    untried = rule["applies"] and rule["level"] == "must" and rule["verdict"] in ("skip", "inconclusive")
    return untried and not any(words in rule["reason"] for words in ("--max-time", "time was up", "busy"))
