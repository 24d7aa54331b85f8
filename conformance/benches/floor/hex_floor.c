/* The least that a referee of Hex can do: start two bots, pass each move on over bare pipes, one blocking round trip a
 * move, and count. It trusts them in everything.
 * hex_floor SIZE MOVES GAMES BOT; prints nanoseconds per game. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void must(int ok) {
    if (!ok) _exit(1);
}

struct talker {
    pid_t pid;
    int in, out;
};

static struct talker begin(char *bot, char *colour) {
    int in[2], out[2];
    must(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    char *args[] = {bot, colour, NULL};
    struct talker it = {0, in[1], out[0]};
    must(posix_spawn(&it.pid, bot, &actions, NULL, args, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    return it;
}

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
