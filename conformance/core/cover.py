"""Which cases are enough: the cheapest first that meet most needs."""

from dataclasses import dataclass


@dataclass
class Need:
    """Something that so many of these cases are wanted for, or all of them if they are fewer."""

    name: str
    cases: list
    count: int


def cover(needs, given, costs, order):
    """The cases that are wanted beside those given, each with what it was first wanted for."""
    left = {}
    for number, need in enumerate(needs):
        open_cases = [case for case in need.cases if case not in given]
        lacking = min(need.count, len(need.cases)) - (len(need.cases) - len(open_cases))
        if lacking > 0:
            left[number] = lacking
    meets = {}
    for number in left:
        for case in needs[number].cases:
            if case not in given:
                meets.setdefault(case, set()).add(number)
    chosen = {}
    while left:

        def worth(case):
            gain = sum(number in left for number in meets[case])
            # A case costs a folder of its own, even if the bot is asked for one turn only. Of equals the earliest.
            return gain / (costs.get(case, 1) + 1), -order[case]

        best = max((case for case in meets if case not in chosen), key=worth)
        met = [number for number in meets[best] if number in left]
        chosen[best] = f"{needs[met[0]].name} and {len(met) - 1} more"
        for number in met:
            left[number] -= 1
            if left[number] == 0:
                del left[number]
    return chosen
