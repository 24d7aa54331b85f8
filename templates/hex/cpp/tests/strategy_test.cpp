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

// A board as show_board writes it.
static Board board(int size, const std::string &text)
{
    Board board(size);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            board.at({row, column}) = text[row * (size + 1) + column];
    return board;
}

static bool plays(const Board &board, char colour, int row, int column)
{
    const auto cell = choose(board, colour);
    return cell && cell->row == row && cell->column == column;
}

int main()
{
    expect(plays(board(3, "B.W|B.W|...|"), 'B', 2, 0), "it wins when it can");
    // White needs b2 alone, black cannot win yet.
    expect(plays(board(3, "..W|..B|WB.|"), 'B', 1, 1), "it saves the game when it must");
    expect(!board(3, "..W|..B|WB.|").has_won('W'), "nobody has won yet");
    expect(board(3, "..W|.WB|WB.|").has_won('W'), "white has won");
    expect(wants_swap(board(3, "...|.B.|...|")), "it swaps for a stone inside the board");
    expect(!wants_swap(board(3, "B..|...|...|")), "but not for one in the corner");
    std::cout << "ok\n";
}
