package player;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The strategy: this is the file to write. */
public final class Strategy {
    /** More than any path has stones. */
    static final int FAR = 1000;
    /** Not (-1, -1) and (1, 1): the board is a rhombus. */
    private static final int[][] STEPS = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, 1}, {1, -1}};

    private Strategy() {}

    public static char other(char colour) {
        return colour == 'B' ? 'W' : 'B';
    }

    /** A rhombus of cells. Black joins the top row to the bottom row, white the left column to the right one. */
    public static final class Board {
        public final int size;
        /** By row and column, counted from 0: 'B', 'W' or '.'. */
        public final char[][] cells;

        public Board(int size) {
            this.size = size;
            cells = new char[size][size];
            for (char[] row : cells) {
                Arrays.fill(row, '.');
            }
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (char[] row : cells) {
                text.append(row).append('|');
            }
            return text.toString();
        }

        /**
         * Stones that a player must still place to join each cell to an edge: row or column 0, or the last one. A
         * search in layers: first the cells that need no stone, then those that need one, and so on.
         */
        int[][] distances(char colour, int edge) {
            int[][] found = new int[size][size];
            for (int[] row : found) {
                Arrays.fill(row, FAR);
            }
            Deque<int[]> layer = new ArrayDeque<>(), later = new ArrayDeque<>();
            for (int i = 0; i < size; i++) {
                reach(colour, colour == 'B' ? edge : i, colour == 'B' ? i : edge, layer, later);
            }
            for (int distance = 0; !layer.isEmpty() || !later.isEmpty(); distance++) {
                while (!layer.isEmpty()) {
                    int[] cell = layer.pop();
                    if (found[cell[0]][cell[1]] != FAR) {
                        continue;
                    }
                    found[cell[0]][cell[1]] = distance;
                    for (int[] step : STEPS) {
                        int row = cell[0] + step[0], column = cell[1] + step[1];
                        boolean onBoard = row >= 0 && row < size && column >= 0 && column < size;
                        if (onBoard && found[row][column] == FAR) {
                            reach(colour, row, column, layer, later);
                        }
                    }
                }
                Deque<int[]> next = later;
                later = layer;
                layer = next;
            }
            return found;
        }

        private void reach(char colour, int row, int column, Deque<int[]> layer, Deque<int[]> later) {
            if (cells[row][column] == colour) {
                layer.push(new int[] {row, column});
            } else if (cells[row][column] == '.') { // the opponent's stones cannot be crossed
                later.push(new int[] {row, column});
            }
        }

        /** A chain is a path that needs no more stones. */
        public boolean hasWon(char colour) {
            int[][] found = distances(colour, 0);
            for (int i = 0; i < size; i++) {
                if ((colour == 'B' ? found[size - 1][i] : found[i][size - 1]) == 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Whether the opponent's first stone, the only one there is, is worth having: if it is not at the edge. */
    public static boolean wantsSwap(Board board) {
        for (int row = 1; row < board.size - 1; row++) {
            for (int column = 1; column < board.size - 1; column++) {
                if (board.cells[row][column] != '.') {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Row and column of the vacant cell where the shortest paths of both players have the fewest stones together; null
     * if the board is full.
     */
    public static int[] choose(Board board, char colour) {
        int last = board.size - 1;
        int[][][] mine = {board.distances(colour, 0), board.distances(colour, last)};
        int[][][] theirs = {board.distances(other(colour), 0), board.distances(other(colour), last)};
        int[] best = null;
        long bestValue = 0;
        for (int row = 0; row <= last; row++) {
            for (int column = 0; column <= last; column++) {
                if (board.cells[row][column] != '.') {
                    continue;
                }
                int own = mine[0][row][column] + mine[1][row][column];
                int opponents = theirs[0][row][column] + theirs[1][row][column];
                int down = 2 * row - last, right = 2 * column - last;
                // The distance from the centre is at most 1250.
                long value = (own + opponents) * 2000L + down * down + right * right;
                // Both counts hold the cell's own stone twice: with 2 this stone wins, or the opponent's would.
                if (own == 2) {
                    value -= 200_000_000L;
                } else if (opponents == 2) {
                    value -= 100_000_000L;
                }
                if (best == null || value < bestValue) {
                    best = new int[] {row, column};
                    bestValue = value;
                }
            }
        }
        return best;
    }
}
