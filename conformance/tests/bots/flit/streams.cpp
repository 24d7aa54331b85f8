// A Flit bot in C++: sets of squares, kept up to date by what can happen in a game and nothing else.
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using Square = std::pair<int, int>;

int main(int argc, char **argv) {
    const int me = std::stoi(argv[argc - 1]);
    int side = me > 2 ? 32 : 16;
    std::set<Square> mine, others, neutral;
    std::mt19937 random(me);
    std::string first;
    while (std::cin >> first) {
        if (first != "M") {
            int x = std::stoi(first), y, c;
            std::cin >> y >> c;
            if (!std::cin) break;
            if (x > 15 || y > 15 || c == 3 || c == 4) side = 32;
            Square square{x, y};
            if (c == 0) {
                mine.erase(square);
                others.erase(square);
            } else if (c == 5) {
                neutral.insert(square);
            } else {
                neutral.erase(square);
                (c == me ? mine : others).insert(square);
            }
            continue;
        }
        std::vector<std::pair<Square, Square>> moves;
        for (const Square &beside : mine) {
            const int dx[] = {1, side - 1, 0, 0}, dy[] = {0, 0, 1, side - 1};
            for (int way = 0; way < 4; way++) {
                Square to{(beside.first + dx[way]) % side, (beside.second + dy[way]) % side};
                if (mine.count(to) || others.count(to) || neutral.count(to)) continue;
                // Any piece will do but the one that stands there.
                const Square &from = *mine.begin() == beside ? *mine.rbegin() : *mine.begin();
                if (from != beside) moves.push_back({from, to});
            }
        }
        Square from = *mine.begin(), to = from;
        if (!moves.empty()) std::tie(from, to) = moves[random() % moves.size()];
        std::cout << from.first << ' ' << from.second << ' ' << to.first << ' ' << to.second << std::endl;
    }
}
