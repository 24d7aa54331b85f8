/* Odd but right: reads with fscanf, keeps a tally under its own name, begins anew on a nearly empty board, and
 * writes each integer on a line. */
#include <stdio.h>
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

int main(int argc, char **argv)
{
    int team = 0, tally[2] = {0, 0}, disks = 0, kind, column;
    char name[512];
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    snprintf(name, sizeof name, "%s_tally.txt", slash ? slash + 1 : argc > 0 ? argv[0] : "tally");
    if (read_integers("team_no.txt", &team, 1) != 1 || read_integers("board.txt", board, CELLS) != CELLS)
        return 1;
    for (int i = 0; i < CELLS; i++)
        disks += board[i] != 0;
    if (read_integers(name, tally, 2) != 2 || disks <= 1 || tally[0] < 0 || tally[0] > 99)
        tally[0] = tally[1] = 0;
    kind = tally[0] == 9 && tally[1] == 0 ? DUAL : NORMAL;
    for (column = (team + tally[0]) % 7; board[35 + column] != 0; column = (column + 1) % 7)
        ;
    FILE *file = fopen(name, "w");
    if (file != NULL) {
        fprintf(file, "%d %d", tally[0] + 1, tally[1] || kind == DUAL);
        fclose(file);
    }
    file = fopen("output.txt", "w");
    if (file == NULL)
        return 1;
    fprintf(file, "%d\n%d\n", kind, column + 1);
    return fclose(file) == 0 ? 0 : 1;
}
