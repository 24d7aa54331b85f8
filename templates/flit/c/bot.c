/* A Flit bot: one process a game, updates and requests in, answers out. strategy.h chooses.
 *
 *     bot N      N is the bot's number, 1 to 4
 */

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strategy.h"

int main(int argc, char **argv)
{
    static struct board board;
    char line[256];
    int me = argc == 2 ? atoi(argv[1]) : 0;

#ifdef _WIN32
    _setmode(_fileno(stdout), _O_BINARY); /* LF on every system */
#endif
    if (me < 1 || me > 4) {
        fputs("usage: bot N (1 to 4)\n", stderr);
        return 1;
    }
    start(&board, me);
    /* Ends at the end of input, and with it the bot. */
    while (fgets(line, sizeof line, stdin) != NULL) {
        char word[8] = "";
        int x, y, colour;
        /* Line ends of both kinds are white space. */
        if (sscanf(line, "%7s", word) == 1 && strcmp(word, "M") == 0) {
            struct move move = choose(&board);
            printf("%d %d %d %d\n", move.origin.x, move.origin.y, move.destination.x, move.destination.y);
            fflush(stdout); /* else the answer would wait in a buffer */
        } else if (sscanf(line, "%d %d %d", &x, &y, &colour) == 3 && x >= 0 && x < SIDE && y >= 0 && y < SIDE &&
                   colour >= EMPTY && colour <= NEUTRAL) {
            update(&board, x, y, colour);
        }
        /* Anything else is not a message of this contest. */
    }
    return 0;
}
