/* A Flit bot in C as people write it in an evening: scanf, words and not lines, a global board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int board[32][32], me, side = 16;

static int own(int x, int y, int notx, int noty) {
    x = (x + side) % side;
    y = (y + side) % side;
    return board[x][y] == me && !(x == notx && y == noty);
}

static void answer(void) {
    for (int ox = 0; ox < side; ox++)
        for (int oy = 0; oy < side; oy++) {
            if (board[ox][oy] != me) continue;
            for (int x = 0; x < side; x++)
                for (int y = 0; y < side; y++) {
                    if (board[x][y] != 0) continue;
                    if (own(x - 1, y, ox, oy) || own(x + 1, y, ox, oy) || own(x, y - 1, ox, oy) ||
                        own(x, y + 1, ox, oy)) {
                        printf("%d %d %d %d\n", ox, oy, x, y);
                        return;
                    }
                }
        }
    printf("0 0 0 0\n");
}

int main(int argc, char **argv) {
    char word[16];
    if (argc < 2) return 2;
    me = atoi(argv[1]);
    if (me > 2) side = 32;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (scanf("%15s", word) == 1) {
        if (strcmp(word, "M") == 0) {
            answer();
        } else {
            int x = atoi(word), y, c;
            if (scanf("%d %d", &y, &c) != 2) break;
            if (x > 15 || y > 15 || c == 3 || c == 4) side = 32;
            board[x][y] = c;
        }
    }
    return 0;
}
