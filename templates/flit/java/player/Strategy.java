package player;

import java.util.ArrayList;
import java.util.List;

/** The strategy: this is the file to write. */
public final class Strategy {
    public static final int SIDE = 32, EMPTY = 0, NEUTRAL = 5;

    private Strategy() {}

    public static final class Square {
        public final int x, y;

        public Square(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Square && ((Square) other).x == x && ((Square) other).y == y;
        }

        @Override
        public int hashCode() {
            return SIDE * x + y;
        }
    }

    /** The same square twice is to stay. */
    public static final class Move {
        public final Square origin, destination;

        Move(Square origin, Square destination) {
            this.origin = origin;
            this.destination = destination;
        }

        @Override
        public String toString() {
            return origin.x + " " + origin.y + " " + destination.x + " " + destination.y;
        }
    }

    /** What the updates say, and nothing else: this bot's own moves come back as updates, a refused one does not. */
    public static final class Board {
        /** This bot's number, 1 to 4. */
        public final int me;
        private final int[][] colours = new int[SIDE][SIDE];
        private boolean wide;

        public Board(int me) {
            this.me = me;
            wide = me > 2;
        }

        public int colour(Square square) {
            return colours[square.x][square.y];
        }

        /**
         * No message says how large the board is: 32x32, or 16x16 in the two-player trial. A bot above 2, or a
         * coordinate above 15, settles it. Until then moves are kept to those that are legal on both boards.
         */
        public void update(int x, int y, int colour) {
            wide = wide || x > 15 || y > 15 || colour == 3 || colour == 4;
            colours[x][y] = colour;
        }

        /** The squares beside this one; the same on both boards, while it is not known which. */
        public List<Square> neighbours(Square square) {
            int[][] steps = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
            List<Square> list = new ArrayList<>(4);
            for (int[] step : steps) {
                int x = square.x + step[0], y = square.y + step[1];
                if (wide) {
                    list.add(new Square(x & (SIDE - 1), y & (SIDE - 1)));
                } else if (x >= 0 && x < 16 && y >= 0 && y < 16) {
                    list.add(new Square(x, y));
                }
            }
            return list;
        }

        public List<Square> pieces(int colour) {
            List<Square> list = new ArrayList<>();
            for (int x = 0; x < SIDE; x++) {
                for (int y = 0; y < SIDE; y++) {
                    if (colours[x][y] == colour) {
                        list.add(new Square(x, y));
                    }
                }
            }
            return list;
        }

        /** How many squares beside this one have this colour. */
        public int beside(Square square, int colour) {
            int count = 0;
            for (Square near : neighbours(square)) {
                count += colour(near) == colour ? 1 : 0;
            }
            return count;
        }
    }

    /** Goes to where a neutral piece is nearest, with the piece that is farthest away. 50 ms are all there is. */
    public static Move choose(Board board) {
        List<Square> own = board.pieces(board.me), neutral = board.pieces(NEUTRAL);
        Square stay = new Square(0, 0), destination = null;
        int bestValue = 0;
        // Where can a piece go? To an empty square beside another piece.
        for (Square piece : own) {
            for (Square square : board.neighbours(piece)) {
                if (board.colour(square) != EMPTY) {
                    continue;
                }
                int nearest = 2 * SIDE;
                for (Square other : neutral) {
                    nearest = Math.min(nearest, distance(square, other));
                }
                int value = board.beside(square, NEUTRAL) - 5 * nearest;
                if (destination == null || value > bestValue) {
                    destination = square;
                    bestValue = value;
                }
            }
        }
        if (own.size() < 2 || destination == null) {
            return new Move(stay, stay);
        }

        // A piece that stands alone beside the destination stays: the moving piece itself does not count.
        boolean alone = board.beside(destination, board.me) == 1;
        List<Square> near = board.neighbours(destination);
        Square origin = null;
        for (Square piece : own) {
            boolean free = !(alone && near.contains(piece));
            if (free && (origin == null || distance(piece, destination) > distance(origin, destination))) {
                origin = piece;
            }
        }
        return new Move(origin, destination);
    }

    /** Steps between two squares of the large torus; on the small one it is a good enough guess. */
    static int distance(Square a, Square b) {
        int dx = Math.abs(a.x - b.x), dy = Math.abs(a.y - b.y);
        return Math.min(dx, SIDE - dx) + Math.min(dy, SIDE - dy);
    }
}
