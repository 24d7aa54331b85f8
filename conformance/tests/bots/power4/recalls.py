"""Odd but right: recalls its last board in JSON, and takes one that cannot follow for that of a new set."""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = os.path.join(HERE, "recalls.json")


def read(name):
    with open(os.path.join(HERE, name)) as file:
        return [int(word) for word in file.read().split()]


def recall(board):
    """Turns taken and kinds used in this set."""
    disks = sum(1 for cell in board if cell)
    try:
        with open(MEMORY) as file:
            last = json.load(file)
        turns, used, before = last["turns"], last["used"], last["disks"]
        if disks > 1 or before <= 2 and turns < 3:
            return int(turns), list(used)
    except (OSError, ValueError, KeyError, TypeError):
        if disks > 1:
            return 11, [1, 2, 3, 4]
    return 0, []


def main():
    (team,) = read("team_no.txt")
    board = read("board.txt")
    turns, used = recall(board)
    plan = {3: 3, 5: 2, 7: 1, 8: 4}
    kind = plan.get(turns, 5)
    if kind in used or (turns == 9 and 4 not in used):
        kind = 4 if 4 not in used else 5
    columns = [c for c in range(1, 8) if not board[34 + c]]
    column = columns[(turns * 2 + team) % len(columns)]
    with open(MEMORY, "w") as file:
        disks = sum(1 for cell in board if cell)
        json.dump({"turns": turns + 1, "used": used + [kind] * (kind < 5), "disks": disks}, file)
    with open(os.path.join(HERE, "output.txt"), "w") as file:
        print(kind, column, file=file)


main()
