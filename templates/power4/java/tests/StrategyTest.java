import java.util.Arrays;

import player.Strategy;
import player.Strategy.Drop;
import player.Strategy.Position;

/** Tests the strategy on real positions. */
public final class StrategyTest {
    private StrategyTest() {}

    public static void main(String[] arguments) {
        Drop drop = answer(new int[] {2, 1, 1, 1, 0, 2, 2}, 0, 3);
        expect(drop.kind == Strategy.NORMAL && drop.column == 4, "it wins when it can");
        drop = answer(new int[] {2, 2, 2, 0, 1, 0, 0}, 1, 12);
        expect(drop.kind == Strategy.NORMAL && drop.column == 3, "it saves the set when it must");
        drop = answer(new int[] {1, 2, 1, 2, 1, 2, 1}, 0, 9);
        expect(drop.kind == Strategy.DUAL, "the dual disk is used by the tenth turn");
        System.out.println("ok");
    }

    /** What it answers as team 1 with this bottom row. */
    private static Drop answer(int[] row, int used, int turns) {
        return Strategy.choose(new Position(1, Arrays.copyOf(row, 42), turns, new int[] {used, used, used, used}));
    }

    private static void expect(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }
}
