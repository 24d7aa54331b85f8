"""Mutants of the example bots in Python: operators, constants, conditions and results, found in the syntax tree."""

import ast

from mutant import REPOSITORY, Mutant

BOTS = {
    "linkage": "examples/linkage-python/bot.py",
    "hex": "examples/hex-python/bot.py",
    "flit": "examples/flit-python/bot.py",
    "power4": "examples/power4-python/Py0002.py",
}

COMPARISONS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
ARITHMETIC = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "//", ast.Pow: "*",
    ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip


def mutants():
    return [mutant for game, file in BOTS.items() for mutant in of_file(game, file)]


def of_file(game, file):
    source = (REPOSITORY / file).read_text()
    lines = source.splitlines(keepends=True)
    starts = [sum(map(len, lines[:n])) for n in range(len(lines))]

    def at(line, column):
        # The tree counts bytes.
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def span(node):
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    for function, node in nodes(ast.parse(source)):
        for start, end, new in changes(node, span):
            text = source[:start] + new + source[end:]
            try:
                compile(text, file, "exec")
            except SyntaxError:
                continue
            old = " ".join(source[start:end].split())
            line = source.count("\n", 0, start) + 1
            yield Mutant("python", (game,), file, line, function, f"`{old}` → `{' '.join(new.split())}`", text)


def nodes(tree, function="module"):
    """Every node but documentation, with the function that it is in."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        yield function, child
        yield from nodes(child, child.name if isinstance(child, ast.FunctionDef) else function)


def changes(node, span):
    """Where to put what instead."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARISONS:
            yield span(left)[1], span(right)[0], f" {COMPARISONS[type(operator)]} "
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
            yield span(left)[1], span(right)[0], f" {ARITHMETIC[type(operator)]} "
        case ast.BoolOp(op=operator, values=[first, second, *_]):
            yield span(first)[1], span(second)[0], " or " if isinstance(operator, ast.And) else " and "
        case ast.UnaryOp(operand=operand):
            yield *span(node), f"({ast.unparse(operand)})"
        case ast.Constant(value=bool() as value):
            yield *span(node), str(not value)
        case ast.Constant(value=int() as value):
            yield *span(node), str(value + 1)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield *span(test), f"(not ({ast.unparse(test)}))"
        case ast.Return(value=value) if value is not None:
            yield *span(value), "None"
        case ast.Break():
            yield *span(node), "continue"
        case ast.Continue():
            yield *span(node), "break"
