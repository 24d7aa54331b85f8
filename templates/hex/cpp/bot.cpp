// A Hex bot: one process a game, messages in, answers out. strategy.hpp chooses.
//
//     bot black|white

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "strategy.hpp"

// A number without sign and leading zeros, from 1 to 26.
static std::optional<int> parse_number(const std::string &text)
{
    if (text.empty() || text.size() > 2 || text[0] == '0' || text.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    const int number = std::stoi(text);
    return number <= LARGEST ? std::optional(number) : std::nullopt;
}

// The cell called this, such as c8: the letter is the row. None if there is none on this board.
static std::optional<Cell> parse_cell(const Board &board, const std::string &name)
{
    const auto number = parse_number(name.substr(1));
    const Cell cell{name[0] - 'a', number.value_or(0) - 1};
    const bool on_board = cell.row >= 0 && cell.row < board.size() && cell.column >= 0 && cell.column < board.size();
    return on_board ? std::optional(cell) : std::nullopt;
}

static std::string name(Cell cell)
{
    return static_cast<char>('a' + cell.row) + std::to_string(cell.column + 1);
}

// endl flushes, else the answer would wait in a buffer.
static void answer(const std::string &text)
{
    std::cout << text << std::endl;
}

int main(int argc, char **argv)
{
#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); // LF on every system
#endif
    const std::string argument = argc == 2 ? argv[1] : "";
    if (argument != "black" && argument != "white") {
        std::cerr << "usage: bot black|white\n";
        return 1;
    }
    char colour = argument == "black" ? 'B' : 'W';
    Board board; // of size 0 until init_board
    int stones = 0;
    bool may_swap = false;

    std::string line;
    // Ends at the end of input, and with it the bot.
    while (std::getline(std::cin, line)) {
        // >> takes the CR of a CRLF for white space; a blank line has no words.
        std::istringstream stream(line);
        std::vector<std::string> words;
        for (std::string word; stream >> word;)
            words.push_back(word);
        const std::string message = words.empty() ? "" : words[0];
        if (words.size() == 2 && message == "init_board") {
            if (const auto size = parse_number(words[1])) {
                board = Board(*size);
                stones = 0;
                may_swap = true;
            }
        } else if (words.size() == 2 && (message == "seto" || message == "sety" || message == "unset")) {
            const auto cell = parse_cell(board, words[1]);
            if (!cell)
                continue;
            char &here = board.at(*cell);
            if (message == "unset") {
                stones -= here != '.';
                here = '.';
            } else if (here == '.') { // a stone on an occupied cell changes nothing
                here = message == "sety" ? colour : other(colour);
                stones++;
            }
            // The second move of the game comes after one stone of the opponent's and nothing else.
            may_swap = may_swap && message == "seto";
        } else if (words.size() == 1 && message == "make_move" && board.size() > 0) {
            if (may_swap && colour == 'W' && stones == 1 && wants_swap(board)) {
                colour = 'B'; // the players exchange colours, the stone stays
                answer("swap");
            } else if (const auto cell = choose(board, colour)) {
                board.at(*cell) = colour; // nobody will tell this bot about its own move
                stones++;
                answer(name(*cell));
            }
            may_swap = false;
        } else if (words.size() == 1 && message == "swap") {
            colour = other(colour);
            may_swap = false;
        } else if (words.size() == 1 && message == "check_win" && board.size() > 0) {
            answer(board.has_won(colour) ? "1" : board.has_won(other(colour)) ? "-1" : "0");
        } else if (words.size() == 1 && message == "show_board" && board.size() > 0) {
            answer(board.text());
        } else if (words.size() == 1 && message == "quit") {
            break;
        }
        // Anything else is not a message of this contest.
    }
    return 0;
}
