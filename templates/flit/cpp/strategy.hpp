// The strategy: this is the file to write. It is a header so that the bot stays one source to compile.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

constexpr int SIDE = 32, EMPTY = 0, NEUTRAL = 5;

struct Square {
    int x = 0, y = 0;

    bool operator==(const Square &other) const { return x == other.x && y == other.y; }
};

// The same square twice is to stay.
struct Move {
    Square origin, destination;
};

// What the updates say, and nothing else: this bot's own moves come back as updates, a refused one does not.
class Board {
public:
    const int me; // this bot's number, 1 to 4

    explicit Board(int me) : me(me), wide(me > 2) {}

    int colour(Square square) const { return colours[square.x][square.y]; }

    // No message says how large the board is: 32x32, or 16x16 in the two-player trial. A bot above 2, or a
    // coordinate above 15, settles it. Until then moves are kept to those that are legal on both boards.
    void update(Square square, int colour)
    {
        wide = wide || square.x > 15 || square.y > 15 || colour == 3 || colour == 4;
        colours[square.x][square.y] = colour;
    }

    // The squares beside this one; the same on both boards, while it is not known which.
    std::vector<Square> neighbours(Square square) const
    {
        std::vector<Square> list;
        for (auto [dx, dy] : std::array<std::array<int, 2>, 4>{{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}}) {
            const int x = square.x + dx, y = square.y + dy;
            if (wide)
                list.push_back({x & (SIDE - 1), y & (SIDE - 1)});
            else if (x >= 0 && x < 16 && y >= 0 && y < 16)
                list.push_back({x, y});
        }
        return list;
    }

    std::vector<Square> pieces(int of_colour) const
    {
        std::vector<Square> list;
        for (int x = 0; x < SIDE; x++)
            for (int y = 0; y < SIDE; y++)
                if (colours[x][y] == of_colour)
                    list.push_back({x, y});
        return list;
    }

    // How many squares beside this one have this colour.
    int beside(Square square, int of_colour) const
    {
        const auto near = neighbours(square);
        return static_cast<int>(
            std::count_if(near.begin(), near.end(), [&](Square s) { return colour(s) == of_colour; }));
    }

private:
    bool wide;
    std::array<std::array<int, SIDE>, SIDE> colours{};
};

// Steps between two squares of the large torus; on the small one it is a good enough guess.
inline int distance(Square a, Square b)
{
    const int dx = std::abs(a.x - b.x), dy = std::abs(a.y - b.y);
    return std::min(dx, SIDE - dx) + std::min(dy, SIDE - dy);
}

// Goes to where a neutral piece is nearest, with the piece that is farthest away. 50 ms are all there is.
inline Move choose(const Board &board)
{
    const auto own = board.pieces(board.me), neutral = board.pieces(NEUTRAL);
    Move best;
    int best_value = -1000;
    if (own.size() < 2)
        return best;
    // Where can a piece go? To an empty square beside another piece.
    bool found = false;
    for (Square piece : own)
        for (Square square : board.neighbours(piece)) {
            if (board.colour(square) != EMPTY)
                continue;
            int nearest = 2 * SIDE;
            for (Square other : neutral)
                nearest = std::min(nearest, distance(square, other));
            const int value = board.beside(square, NEUTRAL) - 5 * nearest;
            if (value > best_value) {
                best_value = value;
                best.destination = square;
                found = true;
            }
        }
    if (!found)
        return best;

    // A piece that stands alone beside the destination stays: the moving piece itself does not count.
    const bool alone = board.beside(best.destination, board.me) == 1;
    const auto near = board.neighbours(best.destination);
    int farthest = -1;
    for (Square piece : own) {
        const bool is_beside = std::find(near.begin(), near.end(), piece) != near.end();
        if (!(alone && is_beside) && distance(piece, best.destination) > farthest) {
            farthest = distance(piece, best.destination);
            best.origin = piece;
        }
    }
    return best;
}
