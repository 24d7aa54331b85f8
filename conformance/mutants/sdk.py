"""Mutants of the SDK, as cargo-mutants lists them."""

import json
import subprocess

from mutant import GAMES, REPOSITORY, Mutant

# What a bot has of the SDK beside its game's folder.
SHARED = {
    "sdk/src/run/conversation.rs": ("hex", "flit"),
    "sdk/src/stream_game.rs": ("hex", "flit"),
    "sdk/src/run/file_turn.rs": ("linkage", "power4"),
    "sdk/src/run/process_start.rs": ("linkage", "power4"),
    "sdk/src/file_game.rs": ("linkage", "power4"),
}


def mutants():
    listed = subprocess.run(
        ["cargo", "mutants", "--list", "--json", "--package", "botspec-sdk"],
        cwd=REPOSITORY, check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    return [of_entry(entry) for entry in json.loads(listed.stdout)]


def of_entry(entry):
    file, span = entry["file"], entry["span"]
    games = tuple(game for game in GAMES if f"/games/{game}/" in file)
    change = entry["name"].split(": ", 1)[1]
    return Mutant(
        "sdk",
        games or SHARED.get(file, GAMES),
        file,
        span["start"]["line"],
        (entry["function"] or {}).get("function_name", "file"),
        change,
        changed(REPOSITORY.joinpath(file).read_text(), entry["diff"]),
    )


def changed(text, diff):
    """The text with the one hunk of a diff applied."""
    head, _, body = diff.split("\n@@ ", 1)[1].partition("\n")
    old, new = [], []
    for line in body.splitlines(keepends=True):
        if line[0] in " -":
            old.append(line[1:])
        if line[0] in " +":
            new.append(line[1:])
    start = int(head.split()[0].lstrip("-").split(",")[0]) - 1
    lines = text.splitlines(keepends=True)
    assert lines[start : start + len(old)] == old, f"the diff does not fit: {head}"
    return "".join(lines[:start] + new + lines[start + len(old) :])
