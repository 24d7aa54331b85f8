/* Odd but right: reads what there is into a buffer of its own, keeps a board of its own colour and the other,
   searches by recursion, answers with writev, and says on stderr what it hears. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { EMPTY, MINE, THEIRS };
static int size, black, cells[26][26], seen[26][26];

static int goes(int row, int column, int whose, int downwards) {
    static const int down[] = {0, 0, -1, 1, -1, 1}, right[] = {-1, 1, 0, 0, 1, -1};
    if (row < 0 || column < 0 || row >= size || column >= size) return 0;
    if (cells[row][column] != whose || seen[row][column]) return 0;
    seen[row][column] = 1;
    if ((downwards ? row : column) == size - 1) return 1;
    for (int i = 0; i < 6; i++)
        if (goes(row + down[i], column + right[i], whose, downwards)) return 1;
    return 0;
}

static int joins(int whose) {
    int downwards = black == (whose == MINE);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < size; i++)
        if (goes(downwards ? 0 : i, downwards ? i : 0, whose, downwards)) return 1;
    return 0;
}

static void say(const char *text) {
    struct iovec parts[] = {{(void *)text, strlen(text)}, {"\n", 1}};
    if (writev(1, parts, 2) < 0) exit(3);
}

static void swap(void) {
    black = !black;
    for (int i = 0; i < 26; i++)
        for (int j = 0; j < 26; j++)
            if (cells[i][j]) cells[i][j] = MINE + THEIRS - cells[i][j];
}

static void hear(char *line) {
    char row, text[26 * 27 + 1] = "";
    int column, length = 0;
    line[strcspn(line, "\r")] = 0;
    fprintf(stderr, "<%s>\n", line);
    if (!strcmp(line, "quit")) exit(0);
    if (sscanf(line, "init_board %d", &column) == 1) {
        size = column;
        memset(cells, 0, sizeof cells);
    } else if (!strncmp(line, "seto ", 5) || !strncmp(line, "sety ", 5) || !strncmp(line, "unset ", 6)) {
        if (sscanf(strchr(line, ' ') + 1, "%c%d", &row, &column) != 2) return;
        if (row < 'a' || row >= 'a' + size || column < 1 || column > size) return;
        int *cell = &cells[row - 'a'][column - 1];
        if (line[0] == 'u') *cell = EMPTY;
        else if (!*cell) *cell = line[3] == 'y' ? MINE : THEIRS;
    } else if (!strcmp(line, "swap")) {
        swap();
    } else if (!strcmp(line, "check_win")) {
        say(joins(MINE) ? "1" : joins(THEIRS) ? "-1" : "0");
    } else if (!strcmp(line, "show_board")) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++)
                text[length++] = !cells[i][j] ? '.' : (cells[i][j] == MINE) == black ? 'B' : 'W';
            text[length++] = '|';
        }
        say(text);
    } else if (!strcmp(line, "make_move")) {
        /* From the middle outwards, along a spiral that leaves the board at times. */
        int at = size / 2, to = at, down = 0, right = 1;
        for (int leg = 1;; leg++)
            for (int turn = 0; turn < 2; turn++) {
                for (int i = 0; i < leg; i++, at += down, to += right)
                    if (at >= 0 && to >= 0 && at < size && to < size && !cells[at][to]) {
                        cells[at][to] = MINE;
                        sprintf(text, "%c%d", 'a' + at, to + 1);
                        say(text);
                        return;
                    }
                int before = down;
                down = right, right = -before;
            }
    }
}

int main(int count, char **words) {
    char buffer[65536];
    size_t held = 0;
    ssize_t got;
    if (count != 2 || (strcmp(words[1], "black") && strcmp(words[1], "white"))) abort();
    black = !strcmp(words[1], "black");
    while ((got = read(0, buffer + held, sizeof buffer - held)) > 0) {
        char *line = buffer, *end;
        held += got;
        while ((end = memchr(line, '\n', buffer + held - line))) {
            *end = 0;
            hear(line);
            line = end + 1;
        }
        held -= line - buffer;
        memmove(buffer, line, held);
    }
    return 1;
}
