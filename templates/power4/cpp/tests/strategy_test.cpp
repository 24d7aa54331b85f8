#include "../strategy.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

static void expect(bool good, const char *what)
{
    if (!good) {
        std::cerr << "FAILED: " << what << '\n';
        std::exit(1);
    }
}

// What it answers as team 1 with this bottom row.
static Drop answer(const std::array<int, COLUMNS> &row, int used, int turns)
{
    Position position;
    std::copy(row.begin(), row.end(), position.board.begin());
    position.turns = turns;
    position.used = {used, used, used, used};
    return choose(position);
}

int main()
{
    Drop drop = answer({2, 1, 1, 1, 0, 2, 2}, 0, 3);
    expect(drop.kind == NORMAL && drop.column == 4, "it wins when it can");
    drop = answer({2, 2, 2, 0, 1, 0, 0}, 1, 12);
    expect(drop.kind == NORMAL && drop.column == 3, "it saves the set when it must");
    drop = answer({1, 2, 1, 2, 1, 2, 1}, 0, 9);
    expect(drop.kind == DUAL, "the dual disk is used by the tenth turn");
    std::cout << "ok\n";
}
