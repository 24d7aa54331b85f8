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

static struct position position(char side, const int left[COLOURS], const char *board)
{
    struct position position = {.side = side};
    memcpy(position.left, left, sizeof position.left);
    memcpy(position.board, board, SQUARES);
    return position;
}

static int touched(const struct position *position)
{
    char order[6];
    choose(position, order);
    expect(strlen(order) == 5, "it places a domino");
    return groups_touched(position, order[0], order[1] - 'A' + SIDE * (order[2] - '1'),
                          order[3] - 'A' + SIDE * (order[4] - '1'));
}

int main(void)
{
    const int left[COLOURS] = {5, 6, 6, 6}, last[COLOURS] = {0, 0, 0, 3};
    const char *board = "......." "......." ".RR...." "...X..." "......." "......." ".......";
    struct position fewer = position('F', left, board), more = position('M', left, board);
    expect(touched(&fewer) == 1, "Fewer joins a group");
    expect(touched(&more) == 0, "More begins one");

    char order[6];
    struct position full =
        position('M', last, "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx");
    choose(&full, order);
    expect(strcmp(order, "Skip") == 0, "it skips if nothing is legal");
    puts("ok");
    return 0;
}
