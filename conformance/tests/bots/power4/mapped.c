/* Odd but right: a lock file that stays, a count of turns in a help file that is mapped into memory, and an end
 * without clean-up. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CELLS = 42, DUAL = 4, NORMAL = 5 };

int main(void)
{
    int board[CELLS], disks = 0, column, kind;
    int lock = open("mapped.lock", O_CREAT | O_RDWR, 0600);
    int memory = open("mapped.bin", O_CREAT | O_RDWR, 0600);
    if (flock(lock, LOCK_EX) != 0 || ftruncate(memory, sizeof(int)) != 0)
        return 1;
    int *turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    FILE *file = fopen("board.txt", "r");
    if (turns == MAP_FAILED || file == NULL)
        return 1;
    for (int i = 0; i < CELLS; i++) {
        if (fscanf(file, "%d", &board[i]) != 1)
            return 1;
        disks += board[i] != 0;
    }
    if (disks <= 1)
        *turns = 0;
    if (*turns < 0 || *turns > 100)
        *turns = 10;
    kind = *turns == 9 ? DUAL : NORMAL;
    *turns += 1;
    for (column = *turns * 3 % 7; board[35 + column] != 0; column = (column + 1) % 7)
        ;
    file = fopen("output.txt", "w");
    if (file == NULL || fprintf(file, "\t%d\n\t%d\n", kind, column + 1) < 0 || fclose(file) != 0)
        return 1;
    _exit(0);
}
