"""The strategy: this is the file to write."""

ROW, COLUMN, NEIGHBOURS, DUAL, NORMAL = 1, 2, 3, 4, 5
BOTH = 12  # how a dual disk is written on the board

# Cell i (from 0) is in column i % 7 and row i // 7, the bottom row first.
LINES = [
    [7 * (row + n * up) + column + n * right for n in range(4)]
    for row in range(6)
    for column in range(7)
    for up, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
    if 0 <= row + 3 * up < 6 and column + 3 * right < 7
]


class Position:
    """What a turn begins with.

    team   1 or 2: whom this bot plays
    board  42 cells: 0, 1, 2 or BOTH
    turns  how many turns this team has taken in this set
    used   four flags: which of its disks 1 to 4 are used
    """

    def __init__(self, team, board, turns, used):
        self.team, self.board, self.turns, self.used = team, board, turns, used

    def drops(self):
        """Every legal kind and column (from 0), with the board after it."""
        kinds = [kind for kind in (ROW, COLUMN, NEIGHBOURS, DUAL) if not self.used[kind - 1]] + [NORMAL]
        if self.turns >= 9 and not self.used[DUAL - 1]:
            kinds = [DUAL]  # it must be used in the first ten turns
        for kind in kinds:
            for column in range(7):
                after = dropped(self.board, self.team, kind, column)
                if after is not None:
                    yield kind, column, after


def dropped(board, team, kind, column, fall=True):
    """The board after a drop into column 0 to 6, or None if that is full."""
    landing = next((cell for cell in range(column, 42, 7) if board[cell] == 0), None)
    if landing is None:
        return None
    board = list(board)
    row = landing // 7
    if kind in (DUAL, NORMAL):
        board[landing] = BOTH if kind == DUAL else team
        return board
    for cell in range(42):
        in_row, in_column = cell // 7 == row, cell % 7 == column
        near = abs(cell // 7 - row) <= 1 and abs(cell % 7 - column) <= 1
        if kind == ROW and in_row or kind == COLUMN and in_column or kind == NEIGHBOURS and near:
            board[cell] = 0
    if fall:
        for start in range(7):
            left = [board[cell] for cell in range(start, 42, 7) if board[cell]]
            board[start::7] = left + [0] * (6 - len(left))
    return board


def has_four(board, team):
    return any(all(board[cell] in (team, BOTH) for cell in line) for line in LINES)


def choose(position):
    """Kind and column (from 0): win, else do not let the opponent win, save special disks, keep to the middle."""
    other = 3 - position.team

    def value(drop):
        kind, column, after = drop
        won, lost = has_four(after, position.team), has_four(after, other)
        answers = [dropped(after, other, NORMAL, answer) for answer in range(7)]
        threats = sum(answer is not None and has_four(answer, other) for answer in answers)
        return won - lost, -threats if not won else 0, kind == NORMAL, -abs(column - 3)

    kind, column, _ = max(position.drops(), key=value)
    return kind, column
