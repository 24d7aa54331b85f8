package player;

import java.util.ArrayList;
import java.util.List;

/** The strategy: this is the file to write. */
public final class Strategy {
    public static final int ROW = 1, COLUMN = 2, NEIGHBOURS = 3, DUAL = 4, NORMAL = 5;
    /** How a dual disk is written on the board. */
    public static final int BOTH = 12;

    private Strategy() {}

    public static final class Drop {
        public final int kind;
        /** Counted from 0. */
        public final int column;

        public Drop(int kind, int column) {
            this.kind = kind;
            this.column = column;
        }
    }

    /** What a turn begins with. */
    public static final class Position {
        /** 1 or 2: whom this bot plays. */
        public final int team;
        /** 42 times 0, 1, 2 or BOTH; cell i is in column i % 7 and row i / 7, the bottom row first. */
        public final int[] board;
        /** How many turns this team has taken in this set. */
        public final int turns;
        /** Which of its disks 1 to 4 are used, 0 or 1. */
        public final int[] used;

        public Position(int team, int[] board, int turns, int[] used) {
            this.team = team;
            this.board = board;
            this.turns = turns;
            this.used = used;
        }

        /** Every legal drop, special disks first. */
        List<Drop> drops() {
            boolean dualIsDue = turns >= 9 && used[DUAL - 1] == 0; // by the tenth turn
            List<Drop> list = new ArrayList<>();
            for (int kind = ROW; kind <= NORMAL; kind++) {
                boolean left = kind == NORMAL || used[kind - 1] == 0;
                for (int column = 0; left && (kind == DUAL || !dualIsDue) && column < 7; column++) {
                    if (dropped(board, team, new Drop(kind, column), true) != null) {
                        list.add(new Drop(kind, column));
                    }
                }
            }
            return list;
        }
    }

    /** Wins, else does not let the opponent win, saves special disks, and keeps to the middle. */
    public static Drop choose(Position position) {
        int other = 3 - position.team, bestValue = 0;
        Drop best = null;
        for (Drop drop : position.drops()) {
            int[] after = dropped(position.board, position.team, drop, true);
            boolean won = hasFour(after, position.team), lost = hasFour(after, other);
            int value = (won ? 10_000 : 0) - (lost ? 10_000 : 0);
            value += (drop.kind == NORMAL ? 10 : 0) - Math.abs(drop.column - 3);
            value -= won ? 0 : 100 * threats(after, other);
            if (best == null || value > bestValue) {
                best = drop;
                bestValue = value;
            }
        }
        return best;
    }

    /** How many normal disks would win for a team. */
    static int threats(int[] board, int team) {
        int count = 0;
        for (int column = 0; column < 7; column++) {
            int[] after = dropped(board, team, new Drop(NORMAL, column), true);
            count += after != null && hasFour(after, team) ? 1 : 0;
        }
        return count;
    }

    /** The board after a drop, or null if the column is full. */
    public static int[] dropped(int[] before, int team, Drop drop, boolean fall) {
        int landing = drop.column;
        while (landing < 42 && before[landing] != 0) {
            landing += 7;
        }
        if (landing >= 42) {
            return null;
        }
        int[] after = before.clone();
        if (drop.kind == NORMAL || drop.kind == DUAL) {
            after[landing] = drop.kind == DUAL ? BOTH : team;
            return after;
        }
        for (int cell = 0; cell < 42; cell++) {
            int up = cell / 7 - landing / 7, right = cell % 7 - drop.column;
            boolean near = Math.abs(up) <= 1 && Math.abs(right) <= 1;
            if (drop.kind == ROW && up == 0 || drop.kind == COLUMN && right == 0 || drop.kind == NEIGHBOURS && near) {
                after[cell] = 0;
            }
        }
        for (int column = 0; fall && column < 7; column++) {
            int to = column;
            for (int from = column; from < 42; from += 7) {
                if (after[from] != 0) {
                    int disk = after[from];
                    after[from] = 0;
                    after[to] = disk;
                    to += 7;
                }
            }
        }
        return after;
    }

    public static boolean hasFour(int[] board, int team) {
        int[][] steps = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
        for (int cell = 0; cell < 42; cell++) {
            for (int[] step : steps) {
                int row = cell / 7, column = cell % 7, length = 0;
                while (length < 4 && row >= 0 && row < 6 && column < 7
                        && (board[7 * row + column] == team || board[7 * row + column] == BOTH)) {
                    length++;
                    row += step[0];
                    column += step[1];
                }
                if (length == 4) {
                    return true;
                }
            }
        }
        return false;
    }
}
