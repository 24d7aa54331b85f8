/* The strategy: this is the file to write. It is a header so that the bot stays one source to compile. */

#ifndef STRATEGY_H
#define STRATEGY_H

#include <string.h>

enum { SIDE = 7, SQUARES = SIDE * SIDE, COLOURS = 4 };

static const char LETTERS[] = "RBGY"; /* the order in which input.txt counts the colours */

/* What input.txt says. */
struct position {
    char side;           /* 'M' for More, 'F' for Fewer */
    int left[COLOURS];   /* dominoes left, by place in LETTERS */
    char board[SQUARES]; /* row by row, 0 is A1: R B G Y a domino, X the centre, x forbidden this turn, . open */
};

/* Writes the neighbours of a square and returns how many there are. */
static int neighbours(int square, int list[4])
{
    int count = 0;
    if (square >= SIDE)
        list[count++] = square - SIDE;
    if (square % SIDE > 0)
        list[count++] = square - 1;
    if (square % SIDE < SIDE - 1)
        list[count++] = square + 1;
    if (square < SQUARES - SIDE)
        list[count++] = square + SIDE;
    return count;
}

/* Marks the whole group around a square as seen. */
static void visit(const struct position *position, int square, char seen[SQUARES])
{
    int near[4], count = neighbours(square, near);
    seen[square] = 1;
    for (int i = 0; i < count; i++)
        if (position->board[near[i]] == position->board[square] && !seen[near[i]])
            visit(position, near[i], seen);
}

/* How many groups of its colour a domino on these two squares joins. */
static int groups_touched(const struct position *position, char colour, int first, int second)
{
    const int squares[2] = {first, second};
    char seen[SQUARES] = {0};
    int groups = 0;
    for (int half = 0; half < 2; half++) {
        int near[4], count = neighbours(squares[half], near);
        for (int i = 0; i < count; i++)
            if (position->board[near[i]] == colour && !seen[near[i]]) {
                visit(position, near[i], seen);
                groups++;
            }
    }
    return groups;
}

/* More wants many groups after its placement, Fewer few. "Skip" only if nothing else is legal. */
static void choose(const struct position *position, char order[6])
{
    int best = -1000;
    strcpy(order, "Skip");
    for (int first = 0; first < SQUARES; first++) {
        int near[4], count = neighbours(first, near);
        for (int i = 0; i < count; i++) {
            int second = near[i];
            if (second < first || position->board[first] != '.' || position->board[second] != '.')
                continue;
            for (int colour = 0; colour < COLOURS; colour++) {
                if (position->left[colour] == 0)
                    continue;
                /* A domino is a group of its own, and makes one of all that it touches. */
                int groups = 1 - groups_touched(position, LETTERS[colour], first, second);
                int value = position->side == 'M' ? groups : -groups;
                if (value > best) {
                    best = value;
                    order[0] = LETTERS[colour];
                    order[1] = (char)('A' + first % SIDE);
                    order[2] = (char)('1' + first / SIDE);
                    order[3] = (char)('A' + second % SIDE);
                    order[4] = (char)('1' + second / SIDE);
                    order[5] = '\0';
                }
            }
        }
    }
}

#endif
