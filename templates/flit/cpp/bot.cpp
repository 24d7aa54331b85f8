// A Flit bot: one process a game, updates and requests in, answers out. strategy.hpp chooses.
//
//     bot N      N is the bot's number, 1 to 4

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "strategy.hpp"

int main(int argc, char **argv)
{
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); // LF on every system
#endif
    const int me = argc == 2 ? std::atoi(argv[1]) : 0;
    if (me < 1 || me > 4) {
        std::cerr << "usage: bot N (1 to 4)\n";
        return 1;
    }
    Board board(me);
    std::string line;
    // Ends at the end of input, and with it the bot.
    while (std::getline(std::cin, line)) {
        // >> takes the CR of a CRLF for white space.
        std::string first;
        std::istringstream words(line);
        if (words >> first && first == "M") {
            const Move move = choose(board);
            // endl flushes, else the answer would wait in a buffer.
            std::cout << move.origin.x << ' ' << move.origin.y << ' ' << move.destination.x << ' '
                      << move.destination.y << std::endl;
            continue;
        }
        std::istringstream numbers(line);
        int x = 0, y = 0, colour = 0;
        if (numbers >> x >> y >> colour && x >= 0 && x < SIDE && y >= 0 && y < SIDE && colour >= EMPTY &&
            colour <= NEUTRAL)
            board.update({x, y}, colour);
        // Anything else is not a message of this contest.
    }
    return 0;
}
