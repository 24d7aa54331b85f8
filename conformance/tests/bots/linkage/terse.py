# Odd but right: no functions, backward squares, CRLF, thoughts on stdout, stdin read to its end.
import os, sys
if sys.argv[1:]:
    sys.exit(print("\n  terse; The botspec authors; created in 2026; rev 7  ") or 0)
os.chdir(os.path.dirname(os.path.abspath(__file__)))
sys.stdin.read()
lines = open("input.txt", "rb").read().split()
left, board = lines[0][1:], b"".join(lines[1:])
near = [(a, a + 1) for a in range(49) if a % 7 < 6] + [(a, a + 7) for a in range(42)]
free = [(b, a) for a, b in near if board[a] == board[b] == ord(".")]
name = lambda square: "ABCDEFG"[square % 7] + str(square // 7 + 1)
print("thinking about", len(free), "places")
colour = [c for c, n in zip("RBGY", left) if n != ord("0")]
text = colour[-1] + name(free[-1][0]) + name(free[-1][1]) if colour and free else "Skip"
with open("order.txt", "wb") as file:
    file.write(text.encode() + b"\r\n")
