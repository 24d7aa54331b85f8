import player.Strategy;
import player.Strategy.Board;

/** Tests the strategy on real positions. */
public final class StrategyTest {
    private StrategyTest() {}

    public static void main(String[] arguments) {
        expect(plays(board("B.W|B.W|...|"), 'B', 2, 0), "it wins when it can");
        // White needs b2 alone, black cannot win yet.
        expect(plays(board("..W|..B|WB.|"), 'B', 1, 1), "it saves the game when it must");
        expect(!board("..W|..B|WB.|").hasWon('W'), "nobody has won yet");
        expect(board("..W|.WB|WB.|").hasWon('W'), "white has won");
        expect(Strategy.wantsSwap(board("...|.B.|...|")), "it swaps for a stone inside the board");
        expect(!Strategy.wantsSwap(board("B..|...|...|")), "but not for one in the corner");
        System.out.println("ok");
    }

    /** A board as show_board writes it. */
    private static Board board(String text) {
        String[] rows = text.split("\\|");
        Board board = new Board(rows.length);
        for (int row = 0; row < rows.length; row++) {
            board.cells[row] = rows[row].toCharArray();
        }
        return board;
    }

    private static boolean plays(Board board, char colour, int row, int column) {
        int[] cell = Strategy.choose(board, colour);
        return cell[0] == row && cell[1] == column;
    }

    private static void expect(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }
}
