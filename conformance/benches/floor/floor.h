/* What referees that measure the floor have in common: a clock, and bots at the other end of bare pipes. */
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
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

static pid_t start(char *bot, char *word, int in, int out) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, 0);
    if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, 1);
    char *args[] = {bot, word, NULL};
    pid_t pid;
    must(posix_spawn(&pid, bot, &actions, NULL, args, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

struct talker {
    pid_t pid;
    int in, out;
};

static struct talker begin(char *bot, char *word) {
    int in[2], out[2];
    must(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    struct talker it = {start(bot, word, in[0], out[1]), in[1], out[0]};
    close(in[0]);
    close(out[1]);
    return it;
}
