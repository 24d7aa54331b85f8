"""The strategy: this is the file to write."""

EMPTY, NEUTRAL = 0, 5


class Board:
    """What the updates say, and nothing else: this bot's own moves come back as updates, a refused one does not.

    me       this bot's number, 1 to 4
    pieces   (x, y) -> 1 to 4, or NEUTRAL, of the squares that are not empty
    wide     whether the board is known to be 32x32. No message says so; in the two-player trial it is 16x16. A bot
             above 2, or a coordinate above 15, settles it. Until then moves are kept to those legal on both.
    """

    def __init__(self, me):
        self.me, self.pieces, self.wide = me, {}, me > 2

    def update(self, x, y, colour):
        self.wide = self.wide or x > 15 or y > 15 or colour in (3, 4)
        self.pieces[x, y] = colour
        if colour == EMPTY:
            del self.pieces[x, y]

    def neighbours(self, square):
        """The four squares beside this one; those that are the same on both boards, while it is not known which."""
        x, y = square
        if self.wide:
            return ((x, y - 1 & 31), (x - 1 & 31, y), (x + 1 & 31, y), (x, y + 1 & 31))
        near = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        return [(a, b) for a, b in near if 0 <= a < 16 and 0 <= b < 16]


def choose(board):
    """Goes to where a neutral piece is nearest, with the piece that is farthest away: x0, y0, x1, y1.

    The same square twice is to stay, which is right only if there is no other move. 50 ms are all there is."""
    own = [square for square, colour in board.pieces.items() if colour == board.me]
    # Where can a piece go? To an empty square beside another piece: destination -> the pieces beside it.
    beside = {}
    for piece in own:
        for square in board.neighbours(piece):
            if square not in board.pieces:
                beside.setdefault(square, []).append(piece)
    if len(own) < 2 or not beside:
        return 0, 0, 0, 0
    destination = nearest(board, beside) or min(beside)
    # A piece that stands alone beside the destination stays: the moving piece itself does not count.
    free = [piece for piece in own if beside[destination] != [piece]]
    origin = max(free, key=lambda piece: (distance(piece, destination), piece))
    return (*origin, *destination)


def nearest(board, destinations):
    """The destination with the shortest way to a neutral piece, and among such the one beside the most."""

    def gain(square):
        return sum(board.pieces.get(near) == NEUTRAL for near in board.neighbours(square))

    ring = seen = {square for square, colour in board.pieces.items() if colour == NEUTRAL}
    while ring:  # one step outwards from all neutral pieces at once
        ring = {square for last in ring for square in board.neighbours(last)} - seen
        seen = seen | ring
        reached = ring & destinations.keys()
        if reached:
            return max(reached, key=lambda square: (gain(square), square))
    return None


def distance(a, b):
    """Steps between two squares of the large torus; on the small one it is a good enough guess."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return min(dx, 32 - dx) + min(dy, 32 - dy)
