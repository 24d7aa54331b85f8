"""What people have said: which rules fit a mutant at a place, and what a survivor shows."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

HERE = Path(__file__).resolve().parent


def fitting(file, function):
    """The prefixes of the rules that are about this place."""
    prefixes = []
    for entry in tomllib.loads((HERE / "fits.toml").read_text())["place"]:
        functions = entry.get("functions", ["*"])
        if fnmatch(file, entry["file"]) and any(fnmatch(function, pattern) for pattern in functions):
            prefixes += entry["rules"]
    return prefixes


def fits(prefixes, rules):
    return any(rule == prefix or rule.startswith(prefix + "/") for rule in rules for prefix in prefixes)


class Survivors:
    """What survivors.toml says of those that nothing killed."""

    def __init__(self):
        said = tomllib.loads((HERE / "survivors.toml").read_text())
        self.choices = said.get("choice", [])
        self.mutants = {entry["id"]: (entry["judged"], entry["why"]) for entry in said.get("survivor", [])}

    def of(self, result):
        """Whether it is "equivalent" or a "hole", and why; None if nobody has said so."""
        for entry in self.choices:
            in_function = any(fnmatch(result["function"], pattern) for pattern in entry["functions"])
            if fnmatch(result["file"], entry["file"]) and in_function:
                return "equivalent", entry["why"]
        return self.mutants.get(result["id"])
