// The strategy: this is the file to write. It is a header so that the bot stays one source to compile.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

constexpr int LARGEST = 26, FAR = 1000; // more than any path has stones

struct Cell {
    int row = 0, column = 0;
};

inline char other(char colour)
{
    return colour == 'B' ? 'W' : 'B';
}

using Distances = std::vector<std::vector<int>>;

// A rhombus of size x size cells. Black joins the top row to the bottom row, white the left column to the right.
class Board {
public:
    explicit Board(int size = 0) : cells(size, std::string(size, '.')) {}

    int size() const { return static_cast<int>(cells.size()); }
    char &at(Cell cell) { return cells[cell.row][cell.column]; } // 'B', 'W' or '.'
    char at(Cell cell) const { return cells[cell.row][cell.column]; }

    std::string text() const
    {
        std::string text;
        for (const std::string &row : cells)
            text += row + '|';
        return text;
    }

    // Stones that a player must still place to join each cell to an edge: row or column 0, or the last one.
    // A search in layers: first the cells that need no stone, then those that need one, and so on.
    Distances distances(char colour, int edge) const
    {
        // Not (-1, -1) and (1, 1): the board is a rhombus.
        static constexpr int STEPS[6][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, 1}, {1, -1}};
        Distances found(size(), std::vector<int>(size(), FAR));
        std::vector<Cell> layer, later;
        const auto reach = [&](Cell cell) {
            if (at(cell) == colour)
                layer.push_back(cell);
            else if (at(cell) == '.') // the opponent's stones cannot be crossed
                later.push_back(cell);
        };
        for (int i = 0; i < size(); i++)
            reach(colour == 'B' ? Cell{edge, i} : Cell{i, edge});
        for (int distance = 0; !layer.empty() || !later.empty(); distance++) {
            while (!layer.empty()) {
                const Cell cell = layer.back();
                layer.pop_back();
                if (found[cell.row][cell.column] != FAR)
                    continue;
                found[cell.row][cell.column] = distance;
                for (const auto &step : STEPS) {
                    const Cell to{cell.row + step[0], cell.column + step[1]};
                    if (to.row >= 0 && to.row < size() && to.column >= 0 && to.column < size() &&
                        found[to.row][to.column] == FAR)
                        reach(to);
                }
            }
            std::swap(layer, later);
        }
        return found;
    }

    // A chain is a path that needs no more stones.
    bool has_won(char colour) const
    {
        const Distances found = distances(colour, 0);
        for (int i = 0; i < size(); i++)
            if ((colour == 'B' ? found.back()[i] : found[i].back()) == 0)
                return true;
        return false;
    }

private:
    std::vector<std::string> cells; // by row and column, counted from 0
};

// Whether the opponent's first stone, the only one there is, is worth having: if it is not at the edge.
inline bool wants_swap(const Board &board)
{
    for (int row = 1; row < board.size() - 1; row++)
        for (int column = 1; column < board.size() - 1; column++)
            if (board.at({row, column}) != '.')
                return true;
    return false;
}

// The vacant cell where the shortest paths of both players have the fewest stones together; none if the board is full.
inline std::optional<Cell> choose(const Board &board, char colour)
{
    const int last = board.size() - 1;
    const auto mine = std::array{board.distances(colour, 0), board.distances(colour, last)};
    const auto theirs = std::array{board.distances(other(colour), 0), board.distances(other(colour), last)};
    const auto through = [](const std::array<Distances, 2> &paths, Cell cell) {
        return paths[0][cell.row][cell.column] + paths[1][cell.row][cell.column];
    };
    std::optional<Cell> best;
    std::tuple<bool, bool, int, int> best_value;
    for (int row = 0; row <= last; row++)
        for (int column = 0; column <= last; column++) {
            const Cell cell{row, column};
            if (board.at(cell) != '.')
                continue;
            const int own = through(mine, cell), opponents = through(theirs, cell);
            const int down = 2 * row - last, right = 2 * column - last;
            // Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would.
            const std::tuple value{own != 2, opponents != 2, own + opponents, down * down + right * right};
            if (!best || value < best_value) {
                best = cell;
                best_value = value;
            }
        }
    return best;
}
