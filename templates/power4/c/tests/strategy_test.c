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

/* What it answers as team 1 with this bottom row. */
static struct drop answer(const int row[COLUMNS], int used, int turns)
{
    struct position position = {.team = 1, .turns = turns, .used = {used, used, used, used}};
    memcpy(position.board, row, COLUMNS * sizeof row[0]);
    return choose(&position);
}

int main(void)
{
    const int to_win[] = {2, 1, 1, 1, 0, 2, 2}, to_save[] = {2, 2, 2, 0, 1, 0, 0}, tenth[] = {1, 2, 1, 2, 1, 2, 1};
    struct drop drop = answer(to_win, 0, 3);
    expect(drop.kind == NORMAL && drop.column == 4, "it wins when it can");
    drop = answer(to_save, 1, 12);
    expect(drop.kind == NORMAL && drop.column == 3, "it saves the set when it must");
    drop = answer(tenth, 0, 9);
    expect(drop.kind == DUAL, "the dual disk is used by the tenth turn");
    puts("ok");
    return 0;
}
