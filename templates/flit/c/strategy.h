/* The strategy: this is the file to write. It is a header so that the bot stays one source to compile. */

#ifndef STRATEGY_H
#define STRATEGY_H

#include <stdlib.h>

enum { SIDE = 32, EMPTY = 0, NEUTRAL = 5 };

/* What the updates say, and nothing else: this bot's own moves come back as updates, a refused one does not. */
struct board {
    int me;                 /* this bot's number, 1 to 4 */
    int wide;               /* whether the board is known to be 32x32, see update() */
    int colour[SIDE][SIDE]; /* [x][y]: EMPTY, 1 to 4, or NEUTRAL */
};

struct square {
    int x, y;
};

/* The same square twice is to stay. */
struct move {
    struct square origin, destination;
};

static void start(struct board *board, int me)
{
    *board = (struct board){.me = me, .wide = me > 2};
}

/* No message says how large the board is: 32x32, or 16x16 in the two-player trial. A bot above 2, or a coordinate
 * above 15, settles it. Until then moves are kept to those that are legal on both boards. */
static void update(struct board *board, int x, int y, int colour)
{
    if (x > 15 || y > 15 || colour == 3 || colour == 4)
        board->wide = 1;
    board->colour[x][y] = colour;
}

/* Writes the squares beside this one, the same on both boards while it is not known which, and returns how many. */
static int neighbours(const struct board *board, struct square square, struct square list[4])
{
    static const int STEPS[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        int x = square.x + STEPS[i][0], y = square.y + STEPS[i][1];
        if (board->wide)
            list[count++] = (struct square){x & (SIDE - 1), y & (SIDE - 1)};
        else if (x >= 0 && x < 16 && y >= 0 && y < 16)
            list[count++] = (struct square){x, y};
    }
    return count;
}

/* How many squares beside this one have this colour. */
static int beside(const struct board *board, struct square square, int colour)
{
    struct square near[4];
    int count = neighbours(board, square, near), found = 0;
    for (int i = 0; i < count; i++)
        found += board->colour[near[i].x][near[i].y] == colour;
    return found;
}

/* Steps between two squares of the large torus; on the small one it is a good enough guess. */
static int distance(struct square a, struct square b)
{
    int dx = abs(a.x - b.x), dy = abs(a.y - b.y);
    return (dx < SIDE - dx ? dx : SIDE - dx) + (dy < SIDE - dy ? dy : SIDE - dy);
}

/* Goes to where a neutral piece is nearest, with the piece that is farthest away. 50 ms are all there is. */
static struct move choose(const struct board *board)
{
    struct square own[SIDE * SIDE], neutral[SIDE * SIDE];
    int pieces = 0, neutrals = 0;
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++) {
            if (board->colour[x][y] == board->me)
                own[pieces++] = (struct square){x, y};
            if (board->colour[x][y] == NEUTRAL)
                neutral[neutrals++] = (struct square){x, y};
        }
    struct move best = {{0, 0}, {0, 0}};
    int best_value = -1000, found = 0;
    if (pieces < 2)
        return best;

    /* Where can a piece go? To an empty square beside another piece. */
    for (int i = 0; i < pieces; i++) {
        struct square near[4];
        int count = neighbours(board, own[i], near);
        for (int j = 0; j < count; j++) {
            if (board->colour[near[j].x][near[j].y] != EMPTY)
                continue;
            int nearest = 2 * SIDE;
            for (int n = 0; n < neutrals; n++)
                if (distance(near[j], neutral[n]) < nearest)
                    nearest = distance(near[j], neutral[n]);
            int value = beside(board, near[j], NEUTRAL) - 5 * nearest;
            if (value > best_value) {
                best_value = value;
                best.destination = near[j];
                found = 1;
            }
        }
    }
    if (!found)
        return best;

    /* A piece that stands alone beside the destination stays: the moving piece itself does not count. */
    int alone = beside(board, best.destination, board->me) == 1, farthest = -1;
    for (int i = 0; i < pieces; i++) {
        struct square near[4];
        int count = neighbours(board, own[i], near), is_beside = 0;
        for (int j = 0; j < count; j++)
            is_beside |= near[j].x == best.destination.x && near[j].y == best.destination.y;
        if (!(alone && is_beside) && distance(own[i], best.destination) > farthest) {
            farthest = distance(own[i], best.destination);
            best.origin = own[i];
        }
    }
    return best;
}

#endif
