# What every attack begins with; the attack itself stands between this and a bot that plays right.
import ctypes, errno, mmap, os, resource, signal, socket, struct, sys, threading, time

libc = ctypes.CDLL(None, use_errno=True)


def call(name, *args):
    """A function of the C library that fails aloud."""
    if getattr(libc, name)(*args) == -1:
        raise OSError(ctypes.get_errno(), name)


# System calls by their numbers, which are the same on all kinds of machine from clone3 on.
NUMBERS = {
    "x86_64": {
        "io_uring_setup": 425, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "keyctl": 250, "add_key": 248,
        "init_module": 175, "reboot": 169, "sethostname": 170, "open_by_handle_at": 304, "clone3": 435,
        "process_vm_readv": 310, "pidfd_getfd": 438,
    },
    "aarch64": {
        "io_uring_setup": 425, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "keyctl": 219, "add_key": 217,
        "init_module": 105, "reboot": 142, "sethostname": 161, "open_by_handle_at": 265, "clone3": 435,
        "process_vm_readv": 270, "pidfd_getfd": 438,
    },
}


def syscall(name):
    """A system call with arguments that mean nothing; it fails in any case, but not because of them."""
    ctypes.set_errno(0)
    libc.syscall(ctypes.c_long(NUMBERS[os.uname().machine][name]), *[ctypes.c_long(0)] * 6)
    if ctypes.get_errno() in (errno.EPERM, errno.ENOSYS):
        raise OSError(ctypes.get_errno(), name)


def refused(*tries):
    """All of these must fail; if one does not, the bot ends with a status that no row expects."""
    for number, each in enumerate(tries):
        try:
            each()
        except (OSError, ValueError, MemoryError, RuntimeError):
            continue
        sys.stderr.write(f"ESCAPED: {number}\n")
        os._exit(99)


def attempt(*tries):
    """These may fail or not."""
    for each in tries:
        try:
            each()
        except (OSError, ValueError, MemoryError, RuntimeError):
            pass


def spawn(what, count=1):
    """Processes that do this, and are not waited for."""
    for _ in range(count):
        if os.fork() == 0:
            what()
            os._exit(0)


def forever(what):
    """Does this again and again, whether it works or not."""
    while True:
        try:
            what()
        except (OSError, MemoryError, RuntimeError):
            pass


def spin():
    """Wants a core for ever."""
    while True:
        pass


def daemon(what):
    """A process that is nobody's child does this."""
    if os.fork() == 0:
        os.setsid()
        spawn(what)
        os._exit(0)
    os.wait()


def replace(path, make):
    """Puts something else in the place of a file."""
    if os.path.lexists(path):
        os.remove(path)
    make()


def write(path, data):
    """Writes a file."""
    with open(path, "wb") as file:
        file.write(data)


def nest(path, depth):
    """Folders one in another, deeper than paths are long."""
    os.mkdir(path)
    os.chdir(path)
    for _ in range(depth):
        os.mkdir("d")
        os.chdir("d")


def asks(line):
    """Whether a message of a stream game asks for a move."""
    return line.strip() in (b"make_move", b"M")


class Requests:
    """Standard input, with an attack at the first line that asks for a move."""

    def __init__(self, lines):
        self.lines, self.buffer, self.asked = lines, self, False

    def __iter__(self):
        for line in self.lines:
            if asks(line) and not self.asked:
                self.asked = True
                attack()
            yield line


