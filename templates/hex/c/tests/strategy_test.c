#include "../strategy.h"

#include <stdio.h>
#include <stdlib.h>

static void expect(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "FAILED: %s\n", what);
        exit(1);
    }
}

/* A board as show_board writes it. */
static struct board board(int size, const char *text)
{
    struct board board;
    start(&board, size);
    for (int row = 0; row < size; row++)
        memcpy(board.cells[row], text + row * (size + 1), (size_t)size);
    return board;
}

static int plays(const struct board *board, char colour, int row, int column)
{
    struct cell cell = choose(board, colour);
    return cell.row == row && cell.column == column;
}

int main(void)
{
    struct board to_win = board(3, "B.W|B.W|...|"), to_save = board(3, "..W|..B|WB.|");
    expect(plays(&to_win, 'B', 2, 0), "it wins when it can");
    /* White needs b2 alone, black cannot win yet. */
    expect(plays(&to_save, 'B', 1, 1), "it saves the game when it must");
    expect(!has_won(&to_save, 'W'), "nobody has won yet");
    to_save.cells[1][1] = 'W';
    expect(has_won(&to_save, 'W'), "white has won");

    struct board inside = board(3, "...|.B.|...|"), corner = board(3, "B..|...|...|");
    expect(wants_swap(&inside) && !wants_swap(&corner), "it swaps for a stone inside the board");
    puts("ok");
    return 0;
}
