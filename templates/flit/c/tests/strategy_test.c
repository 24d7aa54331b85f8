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

int main(void)
{
    static const int UPDATES[][3] = {{31, 0, 1}, {7, 7, 1}, {20, 20, 3}, {0, 1, 5}, {1, 0, 5}, {8, 8, 5}};
    static struct board board;
    start(&board, 1);
    for (size_t i = 0; i < sizeof UPDATES / sizeof UPDATES[0]; i++)
        update(&board, UPDATES[i][0], UPDATES[i][1], UPDATES[i][2]);
    /* (0, 0) is beside the own (31, 0), round the edge, and beside two neutral pieces. */
    struct move move = choose(&board);
    expect(move.origin.x == 7 && move.origin.y == 7, "it moves the piece that is far away");
    expect(move.destination.x == 0 && move.destination.y == 0, "it collects what it can reach");

    start(&board, 4);
    update(&board, 3, 3, 4);
    move = choose(&board);
    expect(move.origin.x == move.destination.x && move.origin.y == move.destination.y,
           "it stays with a single piece");
    puts("ok");
    return 0;
}
