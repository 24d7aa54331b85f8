/* Odd but right: reads with fscanf, keeps a tally and its last board under its own name, and writes each integer on a
 * line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 42, DUAL = 4, NORMAL = 5 };

static int board[CELLS];

static int read_integers(const char *name, int *values, int count)
{
    int got = 0;
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return 0;
    while (got < count && fscanf(file, "%d", &values[got]) == 1)
        got++;
    fclose(file);
    return got;
}

/* Whether the opponent may have cleared the first board to the second one. */
static int cleared(const int *from, const int *to)
{
    for (int kind = 1; kind <= 3; kind++)
        for (int column = 0; column < 7; column++) {
            int next[CELLS] = {0}, row = 0;
            while (row < 6 && from[7 * row + column] != 0)
                row++;
            for (int c = 0; c < 7; c++)
                for (int r = 0, height = 0; r < 6; r++) {
                    int near = abs(r - row) <= 1 && abs(c - column) <= 1;
                    int gone = kind == 1 ? r == row : kind == 2 ? c == column : near;
                    if (from[7 * r + c] != 0 && !gone)
                        next[7 * height++ + c] = from[7 * r + c];
                }
            if (row < 6 && memcmp(next, to, sizeof next) == 0)
                return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    int team = 0, tally[2 + CELLS] = {0}, disks = 0, kind, column, cell;
    char name[512];
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    snprintf(name, sizeof name, "%s_tally.txt", slash ? slash + 1 : argc > 0 ? argv[0] : "tally");
    if (read_integers("team_no.txt", &team, 1) != 1 || read_integers("board.txt", board, CELLS) != CELLS)
        return 1;
    for (int i = 0; i < CELLS; i++)
        disks += board[i] != 0;
    if (read_integers(name, tally, 2 + CELLS) != 2 + CELLS || tally[0] < 0 || tally[0] > 99
        || (disks <= 1 && !cleared(tally + 2, board)))
        tally[0] = tally[1] = 0;
    kind = tally[0] == 9 && tally[1] == 0 ? DUAL : NORMAL;
    for (column = (team + tally[0]) % 7; board[35 + column] != 0; column = (column + 1) % 7)
        ;
    for (cell = column; board[cell] != 0; cell += 7)
        ;
    board[cell] = kind == DUAL ? 12 : team;
    FILE *file = fopen(name, "w");
    if (file != NULL) {
        fprintf(file, "%d %d", tally[0] + 1, tally[1] || kind == DUAL);
        for (int i = 0; i < CELLS; i++)
            fprintf(file, " %d", board[i]);
        fclose(file);
    }
    file = fopen("output.txt", "w");
    if (file == NULL)
        return 1;
    fprintf(file, "%d\n%d\n", kind, column + 1);
    return fclose(file) == 0 ? 0 : 1;
}
