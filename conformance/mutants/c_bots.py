"""Mutants of the example bot in C, made of its tokens: operators, constants, conditions and results."""

import re

from mutant import REPOSITORY, Mutant

BOTS = {"linkage": "examples/linkage-c/bot.c"}

TOKEN = re.compile(
    r"""(?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#[^\n]*|"(?:\\.|[^"\\])*")
      |(?P<char>'(?:\\.|[^'\\])')
      |(?P<number>\b\d+\b)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<operator>\+\+|--|->|<<|>>|[<>=!+*/%&|-]=|&&|\|\||[-+*/%<>=!&|?:;,.(){}\[\]])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
FUNCTION = re.compile(r"^(?:static )?\w+ \*?(\w+)\([^;]*?\)\n\{", re.MULTILINE)
INSTEAD = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "%": "/", "/": "%", "++": "--", "+=": "-=",
}  # fmt: skip
# These are also signs, pointers and headers of loops; only with blanks around them do they join two operands.
BETWEEN_OPERANDS = {"-": "+", "*": "+"}


def mutants():
    return [mutant for game, file in BOTS.items() for mutant in of_file(game, file)]


def of_file(game, file):
    source = (REPOSITORY / file).read_text()
    names = [(match.start(), match[1]) for match in FUNCTION.finditer(source)]
    for start, end, new in changes(source):
        old = " ".join(source[start:end].split())
        function = next((name for at, name in reversed(names) if at <= start), "file")
        line = source.count("\n", 0, start) + 1
        yield Mutant("c", (game,), file, line, function, f"`{old}` → `{new}`", source[:start] + new + source[end:])


def changes(source):
    for token in TOKEN.finditer(source):
        text, (start, end) = token[0], token.span()
        match token.lastgroup:
            case "number":
                yield start, end, str(int(text) + 1)
            case "char" if len(text) == 3:
                yield start, end, f"'{chr(ord(text[1]) + 1)}'"
            case "operator" if text in INSTEAD:
                yield start, end, INSTEAD[text]
            case "operator" if text in BETWEEN_OPERANDS and source[start - 1] == source[end] == " ":
                yield start, end, BETWEEN_OPERANDS[text]
            case "word" if text == "if":
                inner = source[end + 2 : closing(source, end + 1)]
                yield end + 2, end + 2 + len(inner), f"!({inner})"
            case "word" if text == "return":
                until = source.index(";", end)
                yield start, until, "return 0" if source[end:until].strip() != "0" else "return 1"
            case "word" if text == "continue":
                yield start, end, "break"


def closing(source, at):
    """Where the parenthesis ends that begins there."""
    depth = 0
    for place in range(at, len(source)):
        depth += {"(": 1, ")": -1}.get(source[place], 0)
        if depth == 0:
            return place
    raise ValueError(f"no end of the parenthesis at {at}")
