package player;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The strategy: this is the file to write. */
public final class Strategy {
    static final int SIDE = 7, SQUARES = SIDE * SIDE;
    /** The order in which input.txt counts the colours. */
    static final String COLOURS = "RBGY";

    /** What input.txt says. */
    public static final class Position {
        /** 'M' for More, 'F' for Fewer. */
        public final char side;
        /** Dominoes left, by place in COLOURS. */
        public final int[] left;
        /** Row by row, 0 is A1: R B G Y a domino, X the centre, x forbidden this turn, . open. */
        public final String board;

        public Position(char side, int[] left, String board) {
            this.side = side;
            this.left = left;
            this.board = board;
        }
    }

    /** A domino to be placed. */
    public static final class Placement {
        public final char colour;
        public final int first, second;

        Placement(char colour, int first, int second) {
            this.colour = colour;
            this.first = first;
            this.second = second;
        }

        @Override
        public String toString() {
            return colour + name(first) + name(second);
        }

        private static String name(int square) {
            return "ABCDEFG".charAt(square % SIDE) + "" + (square / SIDE + 1);
        }
    }

    private Strategy() {}

    /** More wants many groups after its placement, Fewer few. "Skip" only if nothing else is legal. */
    public static String choose(Position position) {
        Placement best = null;
        int bestValue = 0;
        for (Placement placement : placements(position)) {
            // A domino is a group of its own, and makes one of all that it touches.
            int groups = 1 - groupsTouched(position, placement);
            int value = position.side == 'M' ? groups : -groups;
            if (best == null || value > bestValue) {
                best = placement;
                bestValue = value;
            }
        }
        return best == null ? "Skip" : best.toString();
    }

    /** Every legal placement. */
    public static List<Placement> placements(Position position) {
        List<Placement> list = new ArrayList<>();
        for (int first = 0; first < SQUARES; first++) {
            for (int second : neighbours(first)) {
                boolean open = position.board.charAt(first) == '.' && position.board.charAt(second) == '.';
                for (int colour = 0; open && first < second && colour < 4; colour++) {
                    if (position.left[colour] > 0) {
                        list.add(new Placement(COLOURS.charAt(colour), first, second));
                    }
                }
            }
        }
        return list;
    }

    /** How many groups of its colour a placement joins. */
    public static int groupsTouched(Position position, Placement placement) {
        Set<Integer> seen = new HashSet<>();
        List<Integer> around = new ArrayList<>(neighbours(placement.first));
        around.addAll(neighbours(placement.second));
        int groups = 0;
        for (int start : around) {
            if (position.board.charAt(start) != placement.colour || !seen.add(start)) {
                continue;
            }
            groups++;
            Deque<Integer> group = new ArrayDeque<>();
            group.push(start);
            while (!group.isEmpty()) {
                for (int near : neighbours(group.pop())) {
                    if (position.board.charAt(near) == placement.colour && seen.add(near)) {
                        group.push(near);
                    }
                }
            }
        }
        return groups;
    }

    static List<Integer> neighbours(int square) {
        List<Integer> list = new ArrayList<>();
        if (square >= SIDE) {
            list.add(square - SIDE);
        }
        if (square % SIDE > 0) {
            list.add(square - 1);
        }
        if (square % SIDE < SIDE - 1) {
            list.add(square + 1);
        }
        if (square < SQUARES - SIDE) {
            list.add(square + SIDE);
        }
        return list;
    }
}
