/* The strategy: this is the file to write. It is a header so that the bot stays one source to compile. */

#ifndef STRATEGY_H
#define STRATEGY_H

#include <string.h>

enum { LARGEST = 26, FAR = 1000 /* more than any path has stones */ };

/* A rhombus of size x size cells. Black joins the top row to the bottom row, white the left column to the right. */
struct board {
    int size;
    char cells[LARGEST][LARGEST]; /* [row][column], counted from 0: 'B', 'W' or '.' */
};

struct cell {
    int row, column;
};

static char other(char colour)
{
    return colour == 'B' ? 'W' : 'B';
}

static void start(struct board *board, int size)
{
    board->size = size;
    memset(board->cells, '.', sizeof board->cells);
}

/* Two stacks of cells: this layer of the search, and the next one. */
struct layers {
    struct cell now[7 * LARGEST * LARGEST], later[7 * LARGEST * LARGEST];
    int now_count, later_count;
};

static void reach(const struct board *board, char colour, struct cell cell, struct layers *layers)
{
    char stone = board->cells[cell.row][cell.column];
    if (stone == colour)
        layers->now[layers->now_count++] = cell;
    else if (stone == '.') /* the opponent's stones cannot be crossed */
        layers->later[layers->later_count++] = cell;
}

/* Stones that a player must still place to join each cell to an edge: row or column 0, or the last one.
 * A search in layers: first the cells that need no stone, then those that need one, and so on. */
static void distances(const struct board *board, char colour, int edge, int found[LARGEST][LARGEST])
{
    /* Not (-1, -1) and (1, 1): the board is a rhombus. */
    static const int STEPS[6][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, 1}, {1, -1}};
    static struct layers layers;
    layers.now_count = layers.later_count = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++)
            found[row][column] = FAR;
    for (int i = 0; i < board->size; i++)
        reach(board, colour, colour == 'B' ? (struct cell){edge, i} : (struct cell){i, edge}, &layers);

    for (int distance = 0; layers.now_count + layers.later_count > 0; distance++) {
        while (layers.now_count > 0) {
            struct cell cell = layers.now[--layers.now_count];
            if (found[cell.row][cell.column] != FAR)
                continue;
            found[cell.row][cell.column] = distance;
            for (int i = 0; i < 6; i++) {
                struct cell to = {cell.row + STEPS[i][0], cell.column + STEPS[i][1]};
                if (to.row >= 0 && to.row < board->size && to.column >= 0 && to.column < board->size &&
                    found[to.row][to.column] == FAR)
                    reach(board, colour, to, &layers);
            }
        }
        memcpy(layers.now, layers.later, (size_t)layers.later_count * sizeof layers.now[0]);
        layers.now_count = layers.later_count;
        layers.later_count = 0;
    }
}

/* A chain is a path that needs no more stones. */
static int has_won(const struct board *board, char colour)
{
    int found[LARGEST][LARGEST], last = board->size - 1;
    distances(board, colour, 0, found);
    for (int i = 0; i < board->size; i++)
        if ((colour == 'B' ? found[last][i] : found[i][last]) == 0)
            return 1;
    return 0;
}

/* Whether the opponent's first stone, the only one there is, is worth having: if it is not at the edge. */
static int wants_swap(const struct board *board)
{
    for (int row = 1; row < board->size - 1; row++)
        for (int column = 1; column < board->size - 1; column++)
            if (board->cells[row][column] != '.')
                return 1;
    return 0;
}

/* The vacant cell where the shortest paths of both players have the fewest stones together; row -1 if the board
 * is full. */
static struct cell choose(const struct board *board, char colour)
{
    static int paths[2][2][LARGEST][LARGEST];
    struct cell best = {-1, -1};
    long best_value = 0;
    for (int edge = 0; edge < 2; edge++) {
        distances(board, colour, edge * (board->size - 1), paths[0][edge]);
        distances(board, other(colour), edge * (board->size - 1), paths[1][edge]);
    }
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            if (board->cells[row][column] != '.')
                continue;
            int mine = paths[0][0][row][column] + paths[0][1][row][column];
            int theirs = paths[1][0][row][column] + paths[1][1][row][column];
            int down = 2 * row + 1 - board->size, right = 2 * column + 1 - board->size;
            /* The distance from the centre is at most 1250. */
            long value = (mine + theirs) * 2000L + down * down + right * right;
            /* Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would. */
            if (mine == 2)
                value -= 200000000L;
            else if (theirs == 2)
                value -= 100000000L;
            if (best.row < 0 || value < best_value) {
                best_value = value;
                best = (struct cell){row, column};
            }
        }
    return best;
}

#endif
