/* The strategy: this is the file to write. It is a header so that the bot stays one source to compile. */

#ifndef STRATEGY_H
#define STRATEGY_H

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 7, ROWS = 6, CELLS = COLUMNS * ROWS };
enum kind { CLEAR_ROW = 1, CLEAR_COLUMN, CLEAR_NEIGHBOURS, DUAL, NORMAL };
enum { BOTH = 12 }; /* how a dual disk is written on the board */

/* What a turn begins with. */
struct position {
    int team;         /* 1 or 2: whom this bot plays */
    int board[CELLS]; /* 0, 1, 2 or BOTH; cell i is in column i % 7 and row i / 7, the bottom row first */
    int turns;        /* how many turns this team has taken in this set */
    int used[4];      /* which of its disks 1 to 4 are used */
};

struct drop {
    int kind, column; /* the column counted from 0 */
};

/* Makes the board after a drop, which may be the same array; 0 if the column is full. */
static int dropped(const int before[CELLS], int team, struct drop drop, int fall, int after[CELLS])
{
    int landing = drop.column;
    while (landing < CELLS && before[landing] != 0)
        landing += COLUMNS;
    if (landing >= CELLS)
        return 0;
    memmove(after, before, CELLS * sizeof after[0]);
    if (drop.kind == NORMAL || drop.kind == DUAL) {
        after[landing] = drop.kind == DUAL ? BOTH : team;
        return 1;
    }
    int row = landing / COLUMNS;
    for (int cell = 0; cell < CELLS; cell++) {
        int up = cell / COLUMNS - row, right = cell % COLUMNS - drop.column;
        if ((drop.kind == CLEAR_ROW && up == 0) || (drop.kind == CLEAR_COLUMN && right == 0) ||
            (drop.kind == CLEAR_NEIGHBOURS && abs(up) <= 1 && abs(right) <= 1))
            after[cell] = 0;
    }
    for (int column = 0; fall && column < COLUMNS; column++) {
        int to = column;
        for (int from = column; from < CELLS; from += COLUMNS)
            if (after[from] != 0) {
                int disk = after[from];
                after[from] = 0;
                after[to] = disk;
                to += COLUMNS;
            }
    }
    return 1;
}

static int has_four(const int board[CELLS], int team)
{
    static const int STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int cell = 0; cell < CELLS; cell++)
        for (int i = 0; i < 4; i++) {
            int row = cell / COLUMNS, column = cell % COLUMNS, length = 0;
            while (length < 4 && row >= 0 && row < ROWS && column < COLUMNS &&
                   (board[COLUMNS * row + column] == team || board[COLUMNS * row + column] == BOTH)) {
                length++;
                row += STEPS[i][0];
                column += STEPS[i][1];
            }
            if (length == 4)
                return 1;
        }
    return 0;
}

static int is_legal(const struct position *position, struct drop drop)
{
    int dual_is_due = position->turns >= 9 && !position->used[DUAL - 1]; /* by the tenth turn */
    int open = position->board[CELLS - COLUMNS + drop.column] == 0;
    for (int cell = drop.column; !open && cell < CELLS; cell += COLUMNS)
        open = position->board[cell] == 0; /* where disks hover, a column may be open below its top */
    if (drop.kind == NORMAL)
        return open && !dual_is_due;
    return open && !position->used[drop.kind - 1] && (!dual_is_due || drop.kind == DUAL);
}

/* How many normal disks would win for a team. */
static int threats(const int board[CELLS], int team)
{
    int after[CELLS], count = 0;
    for (int column = 0; column < COLUMNS; column++)
        count += dropped(board, team, (struct drop){NORMAL, column}, 1, after) && has_four(after, team);
    return count;
}

/* Wins, else does not let the opponent win, saves special disks, and keeps to the middle. */
static struct drop choose(const struct position *position)
{
    int other = 3 - position->team, best_value = 0;
    struct drop best = {0, 0};
    for (int kind = CLEAR_ROW; kind <= NORMAL; kind++)
        for (int column = 0; column < COLUMNS; column++) {
            struct drop drop = {kind, column};
            int after[CELLS];
            if (!is_legal(position, drop) || !dropped(position->board, position->team, drop, 1, after))
                continue;
            int won = has_four(after, position->team), lost = has_four(after, other);
            int value = 10000 * (won - lost) + (kind == NORMAL ? 10 : 0) - abs(column - 3);
            if (!won)
                value -= 100 * threats(after, other);
            if (best.kind == 0 || value > best_value) {
                best_value = value;
                best = drop;
            }
        }
    return best;
}

#endif
