/* A Hex bot: one process a game, messages in, answers out. strategy.h chooses.
 *
 *     bot black|white
 */

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <stdio.h>
#include <string.h>

#include "strategy.h"

/* The cell called this, such as c8: the letter is the row. 0 if there is none on this board. */
static int parse_cell(const struct board *board, const char *name, struct cell *cell)
{
    int column = 0;
    const char *digit = name + 1;
    if (name[0] < 'a' || name[0] >= 'a' + board->size || *digit == '0')
        return 0;
    for (; *digit >= '0' && *digit <= '9' && column <= LARGEST; digit++)
        column = 10 * column + (*digit - '0');
    *cell = (struct cell){name[0] - 'a', column - 1};
    return *digit == '\0' && column >= 1 && column <= board->size;
}

static void show(const struct board *board)
{
    for (int row = 0; row < board->size; row++)
        printf("%.*s|", board->size, board->cells[row]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct board board; /* of size 0 until init_board */
    char colour, line[256];
    int stones = 0, may_swap = 0;

#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); /* LF on every system */
#endif
    if (argc != 2 || (strcmp(argv[1], "black") != 0 && strcmp(argv[1], "white") != 0)) {
        fputs("usage: bot black|white\n", stderr);
        return 1;
    }
    colour = strcmp(argv[1], "black") == 0 ? 'B' : 'W';

    /* Ends at the end of input, and with it the bot. */
    while (fgets(line, sizeof line, stdin) != NULL) {
        char word[16], name[8], rest[2];
        struct cell cell;
        /* Line ends of both kinds are white space; a blank line has no words. */
        int words = sscanf(line, "%15s %7s %1s", word, name, rest), size = 0;
        if (words == 2 && strcmp(word, "init_board") == 0) {
            if (sscanf(name, "%2d", &size) == 1 && size >= 1 && size <= LARGEST) {
                start(&board, size);
                stones = 0;
                may_swap = 1;
            }
        } else if (words == 2 && parse_cell(&board, name, &cell)) {
            char *here = &board.cells[cell.row][cell.column];
            int sety = strcmp(word, "sety") == 0, seto = strcmp(word, "seto") == 0;
            /* A stone on an occupied cell changes nothing. */
            if ((sety || seto) && *here == '.') {
                *here = sety ? colour : other(colour);
                stones++;
            } else if (strcmp(word, "unset") == 0 && *here != '.') {
                *here = '.';
                stones--;
            }
            /* The second move of the game comes after one stone of the opponent's and nothing else. */
            may_swap = may_swap && seto;
        } else if (words == 1 && strcmp(word, "make_move") == 0 && board.size > 0) {
            if (may_swap && colour == 'W' && stones == 1 && wants_swap(&board)) {
                colour = 'B'; /* the players exchange colours, the stone stays */
                puts("swap");
            } else {
                cell = choose(&board, colour);
                if (cell.row >= 0) {
                    board.cells[cell.row][cell.column] = colour; /* nobody will tell this bot about its own move */
                    stones++;
                    printf("%c%d\n", 'a' + cell.row, cell.column + 1);
                }
            }
            may_swap = 0;
        } else if (words == 1 && strcmp(word, "swap") == 0) {
            colour = other(colour);
            may_swap = 0;
        } else if (words == 1 && strcmp(word, "check_win") == 0 && board.size > 0) {
            puts(has_won(&board, colour) ? "1" : has_won(&board, other(colour)) ? "-1" : "0");
        } else if (words == 1 && strcmp(word, "show_board") == 0 && board.size > 0) {
            show(&board);
        } else if (words == 1 && strcmp(word, "quit") == 0) {
            break;
        }
        /* Anything else is not a message of this contest. */
        fflush(stdout); /* else the answer would wait in a buffer */
    }
    return 0;
}
