// A Linkage bot: one process a turn, input.txt in, order.txt out. strategy.hpp chooses.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>

#include "identity.hpp"
#include "strategy.hpp"

namespace fs = std::filesystem;

// The folder of this program, wherever it was started from.
static fs::path folder(const char *argv0)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path(argv0).parent_path() : program.parent_path();
}

// Reads input.txt; false if it does not have its form.
static bool read_position(const fs::path &path, Position &position)
{
    std::ifstream file(path);
    std::string first, row;
    // >> reads up to the next blank or line end, so LF, CRLF and a missing last one are all the same.
    if (!(file >> first) || first.size() != 5)
        return false;
    position.side = first[0];
    for (int colour = 0; colour < 4; colour++)
        position.left[colour] = first[1 + colour] - '0';
    while (file >> row)
        position.board += row;
    return position.board.size() == SQUARES;
}

int main(int argc, char **argv)
{
    // Any argument asks who we are, even an empty one. Nothing is read or written then.
    if (argc > 1) {
        std::cout << IDENTITY << std::endl;
        return 0;
    }
    const fs::path here = folder(argc > 0 ? argv[0] : "");
    Position position;
    if (!read_position(here / "input.txt", position)) {
        std::cerr << "input.txt is missing or malformed\n";
        return 1;
    }
    const std::string order = choose(position);
    // Opening it empties the file first: nothing of an older, longer order stays behind.
    std::ofstream file(here / "order.txt", std::ios::binary | std::ios::trunc);
    file << order;
    file.close();
    if (!file) {
        std::cerr << "order.txt cannot be written\n";
        return 1;
    }
    return 0;
}
