/* Odd but right: closes all standard streams first, reads the input byte by byte and twice, writes the
 * order one letter at a time, and keeps a binary cache that it only ever compares. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <unistd.h>

static char path[8192];
static char text[256];
static int length;

static void read_input(void)
{
    char c;
    int file = open("input.txt", O_RDONLY);
    length = 0;
    while (length < (int)sizeof text && read(file, &c, 1) == 1)
        if (c != '\r' && c != '\n')
            text[length++] = c;
    close(file);
}

static int write_all(int file, const char *bytes, int count)
{
    for (int i = 0; i < count; i++)
        if (write(file, bytes + i, 1) != 1)
            return 1;
    return close(file);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        static const char id[] = "Closed. The botspec authors. 21 Nov 2026. r12";
        return write(1, id, sizeof id - 1) == sizeof id - 1 ? 0 : 1;
    }
    close(0);
    close(1);
    close(2);
    ssize_t got = readlink("/proc/self/exe", path, sizeof path - 1);
    if (got <= 0)
        strncpy(path, argv[0], sizeof path - 1);
    if (chdir(dirname(path)) != 0)
        return 1;
    read_input();
    read_input();
    if (length != 5 + 49)
        return 1;
    const char *board = text + 5;
    char order[6] = "Skip";
    for (int c = 0; c < 4 && order[0] == 'S'; c++)
        for (int a = 48; text[1 + c] != '0' && a >= 0 && order[0] == 'S'; a--) {
            int b = a % 7 > 0 && board[a - 1] == '.' ? a - 1 : a >= 7 && board[a - 7] == '.' ? a - 7 : -1;
            if (board[a] == '.' && b >= 0) {
                order[0] = "RBGY"[c];
                order[1] = (char)('A' + a % 7);
                order[2] = (char)('1' + a / 7);
                order[3] = (char)('A' + b % 7);
                order[4] = (char)('1' + b / 7);
            }
        }
    int cache = open("closed.bin", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (write_all(cache, text, length) != 0)
        return 1;
    return write_all(open("order.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644), order, (int)strlen(order));
}
