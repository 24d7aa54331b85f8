// The strategy: this is the file to write. It is a header so that the bot stays one source to compile.
#pragma once

#include <array>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <vector>

constexpr int COLUMNS = 7, ROWS = 6, CELLS = COLUMNS * ROWS;
enum Kind { CLEAR_ROW = 1, CLEAR_COLUMN, CLEAR_NEIGHBOURS, DUAL, NORMAL };
constexpr int BOTH = 12; // how a dual disk is written on the board

// 0, 1, 2 or BOTH; cell i is in column i % 7 and row i / 7, the bottom row first.
using Board = std::array<int, CELLS>;

struct Drop {
    int kind, column; // the column counted from 0
};

// What a turn begins with.
struct Position {
    int team = 1;              // 1 or 2: whom this bot plays
    Board board{};
    int turns = 0;             // how many turns this team has taken in this set
    std::array<int, 4> used{}; // which of its disks 1 to 4 are used
};

// The board after a drop; none if the column is full.
inline std::optional<Board> dropped(const Board &board, int team, Drop drop, bool fall = true)
{
    int landing = drop.column;
    while (landing < CELLS && board[landing] != 0)
        landing += COLUMNS;
    if (landing >= CELLS)
        return std::nullopt;
    Board after = board;
    if (drop.kind == NORMAL || drop.kind == DUAL) {
        after[landing] = drop.kind == DUAL ? BOTH : team;
        return after;
    }
    const int row = landing / COLUMNS;
    for (int cell = 0; cell < CELLS; cell++) {
        const int up = cell / COLUMNS - row, right = cell % COLUMNS - drop.column;
        if ((drop.kind == CLEAR_ROW && up == 0) || (drop.kind == CLEAR_COLUMN && right == 0) ||
            (drop.kind == CLEAR_NEIGHBOURS && std::abs(up) <= 1 && std::abs(right) <= 1))
            after[cell] = 0;
    }
    for (int column = 0; fall && column < COLUMNS; column++) {
        int to = column;
        for (int from = column; from < CELLS; from += COLUMNS)
            if (after[from] != 0) {
                const int disk = after[from];
                after[from] = 0;
                after[to] = disk;
                to += COLUMNS;
            }
    }
    return after;
}

inline bool has_four(const Board &board, int team)
{
    static constexpr int STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int cell = 0; cell < CELLS; cell++)
        for (const auto &step : STEPS) {
            int row = cell / COLUMNS, column = cell % COLUMNS, length = 0;
            while (length < 4 && row >= 0 && row < ROWS && column < COLUMNS &&
                   (board[COLUMNS * row + column] == team || board[COLUMNS * row + column] == BOTH)) {
                length++;
                row += step[0];
                column += step[1];
            }
            if (length == 4)
                return true;
        }
    return false;
}

// Every legal drop, special disks first.
inline std::vector<Drop> drops(const Position &position)
{
    const bool dual_is_due = position.turns >= 9 && !position.used[DUAL - 1]; // by the tenth turn
    std::vector<Drop> list;
    for (int kind = CLEAR_ROW; kind <= NORMAL; kind++) {
        if ((kind != NORMAL && position.used[kind - 1]) || (dual_is_due && kind != DUAL))
            continue;
        for (int column = 0; column < COLUMNS; column++)
            if (dropped(position.board, position.team, {kind, column}))
                list.push_back({kind, column});
    }
    return list;
}

// How many normal disks would win for a team.
inline int threats(const Board &board, int team)
{
    int count = 0;
    for (int column = 0; column < COLUMNS; column++) {
        const auto after = dropped(board, team, {NORMAL, column});
        count += after && has_four(*after, team);
    }
    return count;
}

// Wins, else does not let the opponent win, saves special disks, and keeps to the middle.
inline Drop choose(const Position &position)
{
    const int other = 3 - position.team;
    Drop best{0, 0};
    std::tuple<int, int, bool, int> best_value;
    for (const Drop drop : drops(position)) {
        const Board after = *dropped(position.board, position.team, drop);
        const bool won = has_four(after, position.team), lost = has_four(after, other);
        const std::tuple value{won - lost, won ? 0 : -threats(after, other), drop.kind == NORMAL,
                               -std::abs(drop.column - 3)};
        if (best.kind == 0 || value > best_value) {
            best = drop;
            best_value = value;
        }
    }
    return best;
}
