import player.Strategy;

/** Tests the strategy on real positions. */
public final class StrategyTest {
    private StrategyTest() {}

    public static void main(String[] arguments) {
        int[][] updates = {{31, 0, 1}, {7, 7, 1}, {20, 20, 3}, {0, 1, 5}, {1, 0, 5}, {8, 8, 5}};
        Strategy.Board board = new Strategy.Board(1);
        for (int[] update : updates) {
            board.update(update[0], update[1], update[2]);
        }
        // (0, 0) is beside the own (31, 0), round the edge, and beside two neutral pieces.
        expect(Strategy.choose(board).toString().equals("7 7 0 0"), "it collects what it can reach");

        Strategy.Board lonely = new Strategy.Board(4);
        lonely.update(3, 3, 4);
        Strategy.Move move = Strategy.choose(lonely);
        expect(move.origin.equals(move.destination), "it stays with a single piece");
        System.out.println("ok");
    }

    private static void expect(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }
}
