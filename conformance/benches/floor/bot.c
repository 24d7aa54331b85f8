/* A bot that does next to nothing: `bot` copies input.txt to order.txt, `bot echo` answers each line M with a line. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **args) {
    static char bytes[65536];
    if (count > 1 && strcmp(args[1], "echo") == 0) {
        for (;;) {
            ssize_t n = read(0, bytes, sizeof bytes);
            if (n <= 0) return 0;
            /* One answer for each request; a request is a line that begins with M. */
            for (char *line = bytes; line < bytes + n; line = (char *)memchr(line, '\n', bytes + n - line) + 1)
                if (*line == 'M' && write(1, "0 0 1 1\n", 8) != 8) return 1;
        }
    }
    int in = open("input.txt", O_RDONLY), out = open("order.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    ssize_t n = read(in, bytes, sizeof bytes);
    return n > 0 && write(out, bytes, n) == n ? 0 : 1;
}
