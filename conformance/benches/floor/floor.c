/* What the system itself costs: the least that any referee in any language can do.
 * floor turn N BOT | floor talk N BOT | floor flit N BOT; prints nanoseconds per turn. */
#include "floor.h"
#include <stdio.h>
#include <string.h>

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
        for (int i = 0; i < bots; i++) all[i] = begin(args[3], "echo"), ask(&all[i], "M\n", 2);
        double before = now();
        for (long i = 0; i < turns; i++) ask(&all[i % bots], text, strlen(text));
        total = now() - before;
        for (int i = 0; i < bots; i++) close(all[i].in), waitpid(all[i].pid, NULL, 0);
    }
    printf("%.0f\n", total / turns);
    return 0;
}
