/* Odd but right: a lock file that stays, a count of turns and the last board in a help file that is mapped into
 * memory, and an end without clean-up. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CELLS = 42, DUAL = 4, NORMAL = 5 };

struct memory {
    int turns;
    int board[CELLS];
};

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

int main(void)
{
    int board[CELLS], team, disks = 0, column, cell, kind;
    int lock = open("mapped.lock", O_CREAT | O_RDWR, 0600);
    int help = open("mapped.bin", O_CREAT | O_RDWR, 0600);
    if (flock(lock, LOCK_EX) != 0 || ftruncate(help, sizeof(struct memory)) != 0)
        return 1;
    struct memory *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, help, 0);
    FILE *file = fopen("team_no.txt", "r");
    if (memory == MAP_FAILED || file == NULL || fscanf(file, "%d", &team) != 1)
        return 1;
    fclose(file);
    file = fopen("board.txt", "r");
    for (int i = 0; i < CELLS; i++) {
        if (file == NULL || fscanf(file, "%d", &board[i]) != 1)
            return 1;
        disks += board[i] != 0;
    }
    if (disks <= 1 && !cleared(memory->board, board))
        memory->turns = 0;
    if (memory->turns < 0 || memory->turns > 100)
        memory->turns = 10;
    kind = memory->turns == 9 ? DUAL : NORMAL;
    memory->turns += 1;
    for (column = memory->turns * 3 % 7; board[35 + column] != 0; column = (column + 1) % 7)
        ;
    for (cell = column; board[cell] != 0; cell += 7)
        ;
    board[cell] = kind == DUAL ? 12 : team;
    memcpy(memory->board, board, sizeof board);
    file = fopen("output.txt", "w");
    if (file == NULL || fprintf(file, "\t%d\n\t%d\n", kind, column + 1) < 0 || fclose(file) != 0)
        return 1;
    _exit(0);
}
