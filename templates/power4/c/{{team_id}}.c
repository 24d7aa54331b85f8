/* A Power Connect Four bot: one process a turn, team_no.txt and board.txt in, output.txt out. strategy.h chooses.
 *
 * The referee shows only the board, not which special disks are used, how many turns have passed, or that a new set
 * has begun. One help file keeps that.
 */

#ifdef __linux__
#define _DEFAULT_SOURCE /* for readlink */
#include <unistd.h>
#endif

#include <stdio.h>
#include <string.h>

#include "strategy.h"
#include "team.h"

enum { LONGEST_PATH = 8192, MEMORY = 51 };

static const char *own_name;

/* Opens a file in the folder of this program, wherever it was started from. */
static FILE *open_beside(const char *name, const char *mode)
{
    static char path[LONGEST_PATH];
    size_t length = 0;
#ifdef __linux__
    ssize_t got = readlink("/proc/self/exe", path, LONGEST_PATH - 1);
    if (got > 0)
        length = (size_t)got;
#endif
    if (length == 0 && own_name != NULL && strlen(own_name) < LONGEST_PATH) {
        length = strlen(own_name);
        memcpy(path, own_name, length);
    }
    /* Cut off the program's name. Without any slash this leaves nothing: the current directory. */
    while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\')
        length--;
    if (length + strlen(name) >= LONGEST_PATH)
        return NULL;
    strcpy(path + length, name);
    return fopen(path, mode);
}

/* Reads integers with any blanks and line ends between; 0 if there are fewer. */
static int read_numbers(const char *name, int *numbers, int count)
{
    FILE *file = open_beside(name, "rb");
    int read = 0;
    if (file == NULL)
        return 0;
    while (read < count && fscanf(file, "%9d", &numbers[read]) == 1)
        read++;
    fclose(file);
    return read == count;
}

static long checksum(const int values[MEMORY - 1])
{
    long sum = 0;
    for (int i = 0; i < MEMORY - 1; i++)
        sum += (i + 1L) * values[i];
    return sum;
}

/* The position it was asked in last turn, and its answer; 0 if the file is missing, damaged, or the other team's. */
static int load_memory(int team, struct position *asked, struct drop *answer)
{
    int values[MEMORY];
    if (!read_numbers(TEAM_ID ".txt", values, MEMORY) || checksum(values) != values[MEMORY - 1] || values[0] != team)
        return 0;
    asked->team = team;
    asked->turns = values[1];
    memcpy(asked->used, values + 2, sizeof asked->used);
    *answer = (struct drop){values[6], values[7]};
    memcpy(asked->board, values + 8, sizeof asked->board);
    return answer->kind >= CLEAR_ROW && answer->kind <= NORMAL && answer->column >= 0 && answer->column < COLUMNS;
}

static void save_memory(const struct position *asked, struct drop answer)
{
    int values[MEMORY - 1] = {asked->team, asked->turns};
    FILE *file = open_beside(TEAM_ID ".txt", "wb");
    if (file == NULL)
        return; /* a turn without memory is better than no turn */
    memcpy(values + 2, asked->used, sizeof asked->used);
    values[6] = answer.kind;
    values[7] = answer.column;
    memcpy(values + 8, asked->board, sizeof asked->board);
    for (int i = 0; i < MEMORY - 1; i++)
        fprintf(file, "%d ", values[i]);
    fprintf(file, "%ld", checksum(values));
    fclose(file);
}

/* Whether a board has come from the one remembered by our drop and one of the opponent's; 2 if some drop of the
 * opponent could have ended the set there. */
static int is_next(const struct position *asked, struct drop answer, int fall, const int board[CELLS])
{
    int mine[CELLS], theirs[CELLS], other = 3 - asked->team, found = 0, ends = 0;
    if (!dropped(asked->board, asked->team, answer, fall, mine) || has_four(mine, asked->team) ||
        has_four(mine, other))
        return 0;
    for (int kind = CLEAR_ROW; kind <= NORMAL; kind++)
        for (int column = 0; column < COLUMNS; column++)
            if (dropped(mine, other, (struct drop){kind, column}, fall, theirs)) {
                found |= memcmp(theirs, board, sizeof theirs) == 0;
                ends |= has_four(theirs, asked->team) || has_four(theirs, other);
            }
    return found ? 1 + ends : 0;
}

/* Fills in turns and used, which no file of the contest says. */
static void recall(struct position *position)
{
    struct position last;
    struct drop answer;
    int told[5], own = 0, others = 0, duals = 0, opening;
    position->turns = 0;
    memset(position->used, 0, sizeof position->used);

    if (read_numbers("moves.txt", told, 5)) { /* variant memo: the referee says it */
        position->turns = told[0];
        memcpy(position->used, told + 1, sizeof position->used);
        return;
    }
    for (int cell = 0; cell < CELLS; cell++) {
        own += position->board[cell] == position->team;
        others += position->board[cell] == 3 - position->team;
        duals += position->board[cell] == BOTH;
    }
    opening = own == 0 && others + duals <= 1; /* nothing there, or one drop of the opponent */
    if (load_memory(position->team, &last, &answer)) {
        int next = is_next(&last, answer, 1, position->board);
        if (!next)
            next = is_next(&last, answer, 0, position->board);
        /* The next turn of the same set; or the same turn again, since a failed try is not a turn. */
        if (next || memcmp(last.board, position->board, sizeof last.board) == 0) {
            position->turns = last.turns + (next > 0);
            memcpy(position->used, last.used, sizeof last.used);
            if (next && answer.kind != NORMAL)
                position->used[answer.kind - 1] = 1;
            /* Rather a new set, if the opponent could have ended the last: the dual disk is owed again. Not to use
             * again what else was used is right in both. */
            if (opening && next == 2 && position->used[DUAL - 1])
                position->turns = position->used[DUAL - 1] = 0;
            return;
        }
    }
    if (opening)
        return; /* a new set */
    /* The memory is lost. Disks that clear leave no trace: better not use them again. If nothing was cleared, the
     * opponent has as many turns as we, or one more: so if it shows more disks of its own, the dual disk on the
     * board is ours. */
    position->turns = own;
    for (int kind = CLEAR_ROW; kind < DUAL; kind++)
        position->used[kind - 1] = 1;
    position->used[DUAL - 1] = duals == 2 || (duals == 1 && others > own) || own >= 10;
}

int main(int argc, char **argv)
{
    struct position position;
    own_name = argc > 0 ? argv[0] : NULL;
    if (!read_numbers("team_no.txt", &position.team, 1) || !read_numbers("board.txt", position.board, CELLS)) {
        fputs("team_no.txt or board.txt is missing or malformed\n", stderr);
        return 1;
    }
    recall(&position);
    struct drop drop = choose(&position);
    save_memory(&position, drop);

    /* "w" empties the file first: nothing of an older answer stays behind. */
    FILE *file = open_beside("output.txt", "wb");
    if (file == NULL || fprintf(file, "%d %d", drop.kind, drop.column + 1) < 0 || fclose(file) == EOF) {
        perror("output.txt");
        return 1;
    }
    return 0;
}
