import player.Strategy;
import player.Strategy.Position;

/** Tests the strategy on real positions. */
public final class StrategyTest {
    private StrategyTest() {}

    public static void main(String[] arguments) {
        int[] all = {6, 6, 6, 6};
        int[] red = {5, 6, 6, 6};
        int[] last = {0, 0, 0, 3};
        placesADomino('M', all, "......." + "......." + "......." + "...X..." + "......." + "......." + ".......");
        placesADomino('F', red, "......." + ".xx...." + "xRRx..." + ".xxX..." + "......." + "......." + ".......");
        placesADomino('M', last, "YYRRYGG" + "RRRRYGG" + "..GGGRR" + "BB.XRB." + "BBB.RBG" + "B.BBRYG" + "BGGBRYx");

        String full = "YYRRYGG" + "RRRRYGG" + ".GGGGRR" + "BB.XRB." + "BBB.RBG" + "B.BBRYG" + "BGGBRYx";
        expect(Strategy.choose(new Position('M', last, full)).equals("Skip"), "it skips if nothing is legal");
        System.out.println("ok");
    }

    /** Whatever it prefers, its order is legal. */
    private static void placesADomino(char side, int[] left, String board) {
        String order = Strategy.choose(new Position(side, left.clone(), board));
        expect(order.length() == 5, "it places a domino");
        int colour = "RBGY".indexOf(order.charAt(0));
        expect(colour >= 0 && left[colour] > 0, "of a colour that is left");
        for (int half = 1; half < 5; half += 2) {
            int column = order.charAt(half) - 'A';
            int row = order.charAt(half + 1) - '1';
            expect(column >= 0 && column < 7 && row >= 0 && row < 7, "on the board");
            expect(board.charAt(column + 7 * row) == '.', "on open squares");
        }
        int columns = Math.abs(order.charAt(1) - order.charAt(3));
        int rows = Math.abs(order.charAt(2) - order.charAt(4));
        expect(columns + rows == 1, "that are neighbours");
    }

    private static void expect(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }
}
