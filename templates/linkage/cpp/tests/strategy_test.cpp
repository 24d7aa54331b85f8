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

// Whatever it prefers, its order is legal.
static void places_a_domino(const Position &position)
{
    const std::string order = choose(position);
    expect(order.size() == 5, "it places a domino");
    const auto colour = std::string("RBGY").find(order[0]);
    expect(colour != std::string::npos && position.left[colour] > 0, "of a colour that is left");
    for (int half = 1; half < 5; half += 2) {
        const int column = order[half] - 'A', row = order[half + 1] - '1';
        expect(column >= 0 && column < 7 && row >= 0 && row < 7, "on the board");
        expect(position.board[column + 7 * row] == '.', "on open squares");
    }
    expect(std::abs(order[1] - order[3]) + std::abs(order[2] - order[4]) == 1, "that are neighbours");
}

int main()
{
    places_a_domino({'M', {6, 6, 6, 6}, "......." "......." "......." "...X..." "......." "......." "......."});
    places_a_domino({'F', {5, 6, 6, 6}, "......." ".xx...." "xRRx..." ".xxX..." "......." "......." "......."});
    places_a_domino({'M', {0, 0, 0, 3}, "YYRRYGG" "RRRRYGG" "..GGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx"});

    const std::string full = "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx";
    expect(choose({'M', {0, 0, 0, 3}, full}) == "Skip", "it skips if nothing is legal");
    std::cout << "ok\n";
}
