"""What a mutant is, and a fair sample of many."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
GAMES = ("linkage", "hex", "flit", "power4")


@dataclass(frozen=True)
class Mutant:
    """One small change of one file."""

    kind: str  # "sdk", "python" or "c"
    games: tuple[str, ...]  # whose bots contain the file
    file: str  # from the repository's folder
    line: int
    function: str
    change: str  # for people
    text: str  # the whole file, changed
    number: int = 1  # among those that change a function in the same way

    @property
    def id(self):
        """Without the line, which changes with whatever stands before it."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.file}: {self.function}: {self.change}{again}"

    @property
    def stratum(self):
        return self.kind, self.games if len(self.games) == 1 else ()


def numbered(mutants):
    """The same, each with an id of its own."""
    seen, result = {}, []
    for mutant in mutants:
        seen[mutant.id] = number = seen.get(mutant.id, 0) + 1
        result.append(replace(mutant, number=number))
    return result


def sample(mutants, count, seed):
    """So many, in turn from each language and game, drawn at random there; a shorter sample begins a longer one."""
    strata = {}
    for mutant in mutants:
        strata.setdefault(mutant.stratum, []).append(mutant)
    for stratum, members in sorted(strata.items()):
        random.Random(f"{seed} {stratum}").shuffle(members)
    chosen, turn = [], 0
    while len(chosen) < count and any(turn < len(members) for members in strata.values()):
        chosen += [members[turn] for _, members in sorted(strata.items()) if turn < len(members)]
        turn += 1
    return chosen[:count]
