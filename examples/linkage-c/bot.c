/* A Linkage bot without any library: the placement that makes most (or fewest) groups now.
 *
 * Build: cc -std=c11 -O2 -o bot bot.c
 */
#define _POSIX_C_SOURCE 200809L /* readlink */
#include <stdio.h>
#include <string.h>
#ifdef __unix__
#include <unistd.h>
#endif

/* Name, author, date and version, on one line. */
#define IDENTITY "Cplain. The botspec authors, 21 November 2026, V1.0"

enum { SIDE = 7, SQUARES = SIDE * SIDE, LONGEST_PATH = 8192 };

static const char COLOURS[] = "RBGY"; /* the order in which input.txt counts them */

static char side;           /* 'M' or 'F' */
static int left[4];         /* dominoes left, by place in COLOURS */
static char board[SQUARES]; /* row by row: 0 is A1, 1 is B1, 48 is G7 */

/* Appends a file name to the folder of this program, wherever it was started from. 0 if that fails. */
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
static int read_input(const char *path)
{
    char first[8], row[16];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    /* %s reads up to the next blank or line end, so LF, CRLF and a missing last one are all the same. */
    int good = fscanf(file, "%7s", first) == 1 && strlen(first) == 5;
    if (good) {
        side = first[0];
        for (int colour = 0; colour < 4; colour++)
            left[colour] = first[1 + colour] - '0';
    }
    for (int r = 0; good && r < SIDE; r++) {
        good = fscanf(file, "%15s", row) == 1 && strlen(row) == SIDE;
        if (good)
            memcpy(board + r * SIDE, row, SIDE);
    }
    fclose(file);
    return good;
}

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
static void visit(int square, char seen[SQUARES])
{
    int near[4], count = neighbours(square, near);
    seen[square] = 1;
    for (int i = 0; i < count; i++)
        if (board[near[i]] == board[square] && !seen[near[i]])
            visit(near[i], seen);
}

/* How many groups of its colour a domino on these squares would touch. */
static int groups_touched(char colour, const int squares[2])
{
    char seen[SQUARES] = {0};
    int groups = 0;
    for (int half = 0; half < 2; half++) {
        int near[4], count = neighbours(squares[half], near);
        for (int i = 0; i < count; i++)
            if (board[near[i]] == colour && !seen[near[i]]) {
                visit(near[i], seen);
                groups++;
            }
    }
    return groups;
}

/* Writes the best order of this turn, or Skip if nothing is legal. */
static void choose(char order[6])
{
    int best = 0;
    strcpy(order, "Skip");
    for (int first = 0; first < SQUARES; first++) {
        int near[4], count = neighbours(first, near);
        for (int i = 0; i < count; i++) {
            int squares[2] = {first, near[i]};
            /* 'x' is forbidden, 'X' the centre, a letter a domino: only '.' will do. Each pair once. */
            if (near[i] < first || board[first] != '.' || board[near[i]] != '.')
                continue;
            for (int colour = 0; colour < 4; colour++) {
                if (left[colour] == 0)
                    continue;
                /* It is a group of its own, and joins all those of its colour that it touches. */
                int groups = 1 - groups_touched(COLOURS[colour], squares);
                /* Among equals, keep colours in balance. Groups run from -5 to 1, left from 1 to 6. */
                int value = 100 + 10 * (side == 'M' ? groups : -groups) + left[colour];
                if (value > best) {
                    best = value;
                    order[0] = COLOURS[colour];
                    for (int half = 0; half < 2; half++) {
                        order[1 + 2 * half] = (char)('A' + squares[half] % SIDE);
                        order[2 + 2 * half] = (char)('1' + squares[half] / SIDE);
                    }
                    order[5] = '\0';
                }
            }
        }
    }
}

int main(int argc, char **argv)
{
    static char input[LONGEST_PATH], output[LONGEST_PATH];
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
    if (!read_input(input)) {
        fputs("input.txt is missing or malformed\n", stderr);
        return 1;
    }
    choose(order);

    /* "w" empties the file first: nothing of an older, longer order stays behind. */
    FILE *file = fopen(output, "wb");
    if (file == NULL || fputs(order, file) == EOF || fclose(file) == EOF) {
        perror("order.txt");
        return 1;
    }
    return 0;
}
