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

/* Whatever it prefers, its order is legal. */
static void places_a_domino(char side, const int left[COLOURS], const char *board)
{
    struct position asked = position(side, left, board);
    char order[6];
    choose(&asked, order);
    expect(strlen(order) == 5, "it places a domino");
    const char *colour = strchr(LETTERS, order[0]);
    expect(colour != NULL && left[colour - LETTERS] > 0, "of a colour that is left");
    for (int half = 1; half < 5; half += 2) {
        int column = order[half] - 'A', row = order[half + 1] - '1';
        expect(column >= 0 && column < SIDE && row >= 0 && row < SIDE, "on the board");
        expect(board[column + SIDE * row] == '.', "on open squares");
    }
    expect(abs(order[1] - order[3]) + abs(order[2] - order[4]) == 1, "that are neighbours");
}

int main(void)
{
    const int all[COLOURS] = {6, 6, 6, 6}, red[COLOURS] = {5, 6, 6, 6}, last[COLOURS] = {0, 0, 0, 3};
    places_a_domino('M', all, "......." "......." "......." "...X..." "......." "......." ".......");
    places_a_domino('F', red, "......." ".xx...." "xRRx..." ".xxX..." "......." "......." ".......");
    places_a_domino('M', last, "YYRRYGG" "RRRRYGG" "..GGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx");

    char order[6];
    struct position full =
        position('M', last, "YYRRYGG" "RRRRYGG" ".GGGGRR" "BB.XRB." "BBB.RBG" "B.BBRYG" "BGGBRYx");
    choose(&full, order);
    expect(strcmp(order, "Skip") == 0, "it skips if nothing is legal");
    puts("ok");
    return 0;
}
