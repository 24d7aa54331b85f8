/* What the system itself costs: the least that any referee in any language can do.
 * floor turn N BOT | floor talk N BOT | floor flit N BOT; prints nanoseconds per turn. */
#include <fcntl.h>
#include <signal.h>
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

static struct talker begin(char *bot) {
    int in[2], out[2];
    must(pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    struct talker it = {start(bot, "echo", in[0], out[1]), in[1], out[0]};
    close(in[0]);
    close(out[1]);
    return it;
}

static void ask(struct talker *it, const char *text, size_t length) {
    char line[64];
    must(write(it->in, text, length) == (ssize_t)length);
    must(read(it->out, line, sizeof line) == 8);
}

int main(int count, char **args) {
    must(count == 4);
    long turns = atol(args[2]);
    double total;
    if (strcmp(args[1], "turn") == 0) {
        double before = now();
        for (long i = 0; i < turns; i++) {
            char order[256];
            unlink("input.txt");
            int in = open("input.txt", O_WRONLY | O_CREAT | O_EXCL, 0644);
            must(write(in, "the input\n", 10) == 10);
            close(in);
            int status;
            pid_t pid = start(args[3], NULL, -1, -1);
            must(waitpid(pid, &status, 0) == pid && status == 0);
            int out = open("order.txt", O_RDONLY);
            must(read(out, order, sizeof order) == 10);
            close(out);
        }
        total = now() - before;
    } else {
        int bots = strcmp(args[1], "flit") == 0 ? 4 : 1;
        const char *text = bots == 4 ? "10 10 1\n11 11 0\n10 10 1\n11 11 0\n10 10 1\n11 11 0\nM\n" : "M\n";
        struct talker all[4];
        for (int i = 0; i < bots; i++) all[i] = begin(args[3]), ask(&all[i], "M\n", 2);
        double before = now();
        for (long i = 0; i < turns; i++) ask(&all[i % bots], text, strlen(text));
        total = now() - before;
        for (int i = 0; i < bots; i++) close(all[i].in), waitpid(all[i].pid, NULL, 0);
    }
    printf("%.0f\n", total / turns);
    return 0;
}
