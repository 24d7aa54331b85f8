/* A Linkage bot: one process a turn, input.txt in, order.txt out. strategy.h chooses. */

#ifdef __linux__
#define _DEFAULT_SOURCE /* for readlink */
#include <unistd.h>
#endif

#include <stdio.h>
#include <string.h>

#include "identity.h"
#include "strategy.h"

enum { LONGEST_PATH = 8192 };

/* A file in the folder of this program, wherever it was started from. 0 if that path is too long. */
static int beside_program(char *path, const char *argv0, const char *file)
{
    size_t length = 0;
#ifdef __linux__
    ssize_t got = readlink("/proc/self/exe", path, LONGEST_PATH - 1);
    if (got > 0)
        length = (size_t)got;
#endif
    if (length == 0 && argv0 != NULL && strlen(argv0) < LONGEST_PATH) {
        length = strlen(argv0);
        memcpy(path, argv0, length);
    }
    /* Cut off the program's name. Without any slash this leaves nothing: the current directory. */
    while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\')
        length--;
    if (length + strlen(file) >= LONGEST_PATH)
        return 0;
    strcpy(path + length, file);
    return 1;
}

/* Reads input.txt; 0 if it does not have its form. */
static int read_position(const char *path, struct position *position)
{
    char first[8], row[16];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    /* %s reads up to the next blank or line end, so LF, CRLF and a missing last one are all the same. */
    int good = fscanf(file, "%7s", first) == 1 && strlen(first) == 1 + COLOURS;
    if (good) {
        position->side = first[0];
        for (int colour = 0; colour < COLOURS; colour++)
            position->left[colour] = first[1 + colour] - '0';
    }
    for (int r = 0; good && r < SIDE; r++) {
        good = fscanf(file, "%15s", row) == 1 && strlen(row) == SIDE;
        if (good)
            memcpy(position->board + r * SIDE, row, SIDE);
    }
    fclose(file);
    return good;
}

int main(int argc, char **argv)
{
    static char input[LONGEST_PATH], output[LONGEST_PATH];
    struct position position;
    char order[6];

    /* Any argument asks who we are, even an empty one. Nothing is read or written then. */
    if (argc > 1) {
        puts(IDENTITY);
        return 0;
    }
    if (!beside_program(input, argv[0], "input.txt") || !beside_program(output, argv[0], "order.txt")) {
        fputs("the path of this program is too long\n", stderr);
        return 1;
    }
    if (!read_position(input, &position)) {
        fputs("input.txt is missing or malformed\n", stderr);
        return 1;
    }
    choose(&position, order);

    /* "w" empties the file first: nothing of an older, longer order stays behind. */
    FILE *file = fopen(output, "wb");
    if (file == NULL || fputs(order, file) == EOF || fclose(file) == EOF) {
        perror("order.txt");
        return 1;
    }
    return 0;
}
