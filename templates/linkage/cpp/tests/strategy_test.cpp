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

static int touched(const Position &position)
{
    const std::string order = choose(position);
    for (const Placement &placement : placements(position))
        if (placement.text() == order)
            return groups_touched(position, placement);
    expect(false, "it places a domino");
    return -1;
}

int main()
{
    const std::string board = "......." "......." ".RR...." "...X..." "......." "......." ".......";
    expect(touched({'F', {5, 6, 6, 6}, board}) == 1, "Fewer joins a group");
    expect(touched({'M', {5, 6, 6, 6}, board}) == 0, "More begins one");

    const std::string full = "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx";
    expect(choose({'M', {0, 0, 0, 3}, full}) == "Skip", "it skips if nothing is legal");
    std::cout << "ok\n";
}
