// Odd but right: reads words, not lines; groups are joined anew for every question; never swaps; thinks aloud on
// stderr, and plays the cell that most of its own stones are next to.
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>

int size = 0;
std::map<std::pair<int, int>, char> stones;

static int root(std::vector<int>& up, int at) {
    while (up[at] != at) at = up[at] = up[up[at]];
    return at;
}

static char winner() {
    int count = size * size, edges = count;
    std::vector<int> up(count + 4);
    std::iota(up.begin(), up.end(), 0);
    auto join = [&](int a, int b) { up[root(up, a)] = root(up, b); };
    for (auto& [cell, stone] : stones) {
        auto [row, column] = cell;
        int at = row * size + column, along = stone == 'B' ? row : column, side = stone == 'B' ? 0 : 2;
        if (along == 0) join(at, edges + side);
        if (along == size - 1) join(at, edges + side + 1);
        for (auto [down, right] : {std::pair{0, 1}, {1, 0}, {1, -1}}) {
            auto near = stones.find({row + down, column + right});
            if (near != stones.end() && near->second == stone) join(at, near->first.first * size + near->first.second);
        }
    }
    if (root(up, edges) == root(up, edges + 1)) return 'B';
    return root(up, edges + 2) == root(up, edges + 3) ? 'W' : '.';
}

int main(int count, char** words) {
    std::string colour = count == 2 ? words[1] : "";
    if (colour != "black" && colour != "white") {
        std::cerr << "usage: tokens black|white" << std::endl;
        return 64;
    }
    char me = colour == "black" ? 'B' : 'W', other = me == 'B' ? 'W' : 'B';
    std::string word, name;
    while (std::cin >> word && word != "quit") {
        std::cerr << "got " << word << std::endl;
        if (word == "init_board") {
            std::cin >> size;
            stones.clear();
        } else if (word == "seto" || word == "sety" || word == "unset") {
            std::cin >> name;
            std::pair<int, int> cell{name[0] - 'a', std::stoi(name.substr(1)) - 1};
            if (cell.first >= size || cell.second >= size || cell.second < 0) continue;
            if (word == "unset") stones.erase(cell);
            else stones.insert({cell, word == "seto" ? other : me});
        } else if (word == "swap") {
            std::swap(me, other);
        } else if (word == "make_move") {
            std::pair<int, int> best{-1, -1};
            int most = -1;
            for (int row = 0; row < size; row++)
                for (int column = 0; column < size; column++) {
                    if (stones.count({row, column})) continue;
                    int near = 0;
                    for (auto& [cell, stone] : stones)
                        near += stone == me && abs(cell.first - row) + abs(cell.second - column) < 2;
                    if (near > most) most = near, best = {row, column};
                }
            stones[best] = me;
            std::cout << char('a' + best.first) << best.second + 1 << std::endl;
        } else if (word == "check_win") {
            char won = winner();
            std::cout << (won == '.' ? 0 : won == me ? 1 : -1) << std::endl;
        } else if (word == "show_board") {
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    auto stone = stones.find({row, column});
                    std::cout << (stone == stones.end() ? '.' : stone->second);
                }
                std::cout << '|';
            }
            std::cout << std::endl;
        }
    }
}
