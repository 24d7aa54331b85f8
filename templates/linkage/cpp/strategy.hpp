// The strategy: this is the file to write. It is a header so that the bot stays one source to compile.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

constexpr int SIDE = 7, SQUARES = SIDE * SIDE;
constexpr char COLOURS[] = "RBGY"; // the order in which input.txt counts them

// What input.txt says.
struct Position {
    char side = 'M';             // 'M' for More, 'F' for Fewer
    std::array<int, 4> left{};   // dominoes left, by place in COLOURS
    std::string board;           // row by row, 0 is A1: R B G Y a domino, X the centre, x forbidden now, . open
};

// A domino to be placed.
struct Placement {
    char colour;
    int first, second;

    std::string text() const
    {
        const auto name = [](int square) {
            return std::string{static_cast<char>('A' + square % SIDE), static_cast<char>('1' + square / SIDE)};
        };
        return colour + name(first) + name(second);
    }
};

inline std::vector<int> neighbours(int square)
{
    std::vector<int> list;
    if (square >= SIDE)
        list.push_back(square - SIDE);
    if (square % SIDE > 0)
        list.push_back(square - 1);
    if (square % SIDE < SIDE - 1)
        list.push_back(square + 1);
    if (square < SQUARES - SIDE)
        list.push_back(square + SIDE);
    return list;
}

// Every legal placement.
inline std::vector<Placement> placements(const Position &position)
{
    std::vector<Placement> list;
    for (int first = 0; first < SQUARES; first++)
        for (int second : neighbours(first))
            if (first < second && position.board[first] == '.' && position.board[second] == '.')
                for (int colour = 0; colour < 4; colour++)
                    if (position.left[colour] > 0)
                        list.push_back({COLOURS[colour], first, second});
    return list;
}

// How many groups of its colour a placement joins.
inline int groups_touched(const Position &position, const Placement &placement)
{
    std::set<int> seen;
    int groups = 0;
    for (int square : {placement.first, placement.second})
        for (int start : neighbours(square)) {
            if (position.board[start] != placement.colour || !seen.insert(start).second)
                continue;
            groups++;
            std::vector<int> group{start};
            while (!group.empty()) {
                const int here = group.back();
                group.pop_back();
                for (int near : neighbours(here))
                    if (position.board[near] == placement.colour && seen.insert(near).second)
                        group.push_back(near);
            }
        }
    return groups;
}

// More wants many groups after its placement, Fewer few. "Skip" only if nothing else is legal.
inline std::string choose(const Position &position)
{
    std::string best = "Skip";
    int best_value = 0;
    for (const Placement &placement : placements(position)) {
        // A domino is a group of its own, and makes one of all that it touches.
        const int groups = 1 - groups_touched(position, placement);
        const int value = position.side == 'M' ? groups : -groups;
        if (best == "Skip" || value > best_value) {
            best = placement.text();
            best_value = value;
        }
    }
    return best;
}
