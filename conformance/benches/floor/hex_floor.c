/* The least that a referee of Hex can do: start two bots, pass each move on over bare pipes, one blocking round trip a
 * move, and count. It trusts them in everything.
 * hex_floor SIZE MOVES GAMES BOT; prints nanoseconds per game. */
#include "floor.h"
#include <stdio.h>
#include <string.h>

static void say(struct talker *it, const char *text, int length) { must(write(it->in, text, length) == length); }

int main(int count, char **args) {
    must(count == 5);
    int size = atoi(args[1]), moves = atoi(args[2]), games = atoi(args[3]);
    double before = now();
    for (int game = 0; game < games; game++) {
        struct talker bots[2] = {begin(args[4], "black"), begin(args[4], "white")};
        char line[64], text[128];
        int length = sprintf(text, "init_board %d\n", size);
        for (int i = 0; i < 2; i++) say(&bots[i], text, length);
        length = sprintf(text, "make_move\n");
        for (int i = 0; i < moves; i++) {
            say(&bots[i % 2], text, length);
            int n = 0;
            do {
                ssize_t more = read(bots[i % 2].out, line + n, sizeof line - n);
                must(more > 0);
                n += more;
            } while (line[n - 1] != '\n');
            length = sprintf(text, "seto %.*smake_move\n", n, line);
        }
        for (int i = 0; i < 2; i++) say(&bots[i], "quit\n", 5);
        for (int i = 0; i < 2; i++) {
            int status;
            must(waitpid(bots[i].pid, &status, 0) == bots[i].pid && status == 0);
            close(bots[i].in);
            close(bots[i].out);
        }
    }
    printf("%.0f\n", (now() - before) / games);
    return 0;
}
