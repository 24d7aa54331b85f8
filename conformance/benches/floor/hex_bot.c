/* A Hex bot that does next to nothing: it plays the first empty cell, row by row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char taken[26][27];
static int size, next;

static void obey(const char *line) {
    if (!strncmp(line, "init_board ", 11)) {
        memset(taken, 0, sizeof taken);
        size = atoi(line + 11), next = 0;
    } else if (!strcmp(line, "make_move")) {
        char answer[16];
        while (taken[next / size][next % size]) next++;
        taken[next / size][next % size] = 1;
        int length = sprintf(answer, "%c%d\n", 'a' + next / size, next % size + 1);
        if (write(1, answer, length) != length) exit(1);
    } else if (!strncmp(line, "seto ", 5)) {
        taken[line[5] - 'a'][atoi(line + 6) - 1] = 1;
    } else if (!strcmp(line, "quit")) {
        exit(0);
    }
}

int main(void) {
    static char bytes[65536];
    size_t held = 0;
    for (;;) {
        ssize_t n = read(0, bytes + held, sizeof bytes - 1 - held);
        if (n <= 0) return 0;
        held += n;
        char *line = bytes, *end;
        while ((end = memchr(line, '\n', bytes + held - line))) {
            *end = 0;
            obey(line);
            line = end + 1;
        }
        held -= line - bytes;
        memmove(bytes, line, held);
    }
}
