#include "../strategy.hpp"

#include <cstdlib>
#include <iostream>

static void expect(bool good, const char *what)
{
    if (!good) {
        std::cerr << "FAILED: " << what << '\n';
        std::exit(1);
    }
}

int main()
{
    Board board(1);
    board.update({31, 0}, 1);
    board.update({7, 7}, 1);
    board.update({20, 20}, 3);
    board.update({0, 1}, NEUTRAL);
    board.update({1, 0}, NEUTRAL);
    board.update({8, 8}, NEUTRAL);
    // (0, 0) is beside the own (31, 0), round the edge, and beside two neutral pieces.
    const Move move = choose(board);
    expect(move.origin == Square{7, 7}, "it moves the piece that is far away");
    expect(move.destination == Square{0, 0}, "it collects what it can reach");

    Board lonely(4);
    lonely.update({3, 3}, 4);
    const Move stay = choose(lonely);
    expect(stay.origin == stay.destination, "it stays with a single piece");
    std::cout << "ok\n";
}
