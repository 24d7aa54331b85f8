import player.Strategy;
import player.Strategy.Placement;
import player.Strategy.Position;

/** Tests the strategy on real positions. */
public final class StrategyTest {
    private StrategyTest() {}

    public static void main(String[] arguments) {
        String board = "......." + "......." + ".RR...." + "...X..." + "......." + "......." + ".......";
        expect(touched(new Position('F', new int[] {5, 6, 6, 6}, board)) == 1, "Fewer joins a group");
        expect(touched(new Position('M', new int[] {5, 6, 6, 6}, board)) == 0, "More begins one");

        String full = "YYRRYGG" + "RRRRYGG" + ".GGGGRR" + "BB.XRB." + "BBB.RBG" + "B.BBRYG" + "BGGBRYx";
        Position position = new Position('M', new int[] {0, 0, 0, 3}, full);
        expect(Strategy.choose(position).equals("Skip"), "it skips if nothing is legal");
        System.out.println("ok");
    }

    private static int touched(Position position) {
        String order = Strategy.choose(position);
        for (Placement placement : Strategy.placements(position)) {
            if (placement.toString().equals(order)) {
                return Strategy.groupsTouched(position, placement);
            }
        }
        throw new AssertionError("it places a domino");
    }

    private static void expect(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }
}
