import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

import player.Strategy;

/**
 * A Flit bot: one process a game, updates and requests in, answers out. player.Strategy chooses. Its argument is its
 * number, 1 to 4.
 */
public final class Bot {
    private Bot() {}

    public static void main(String[] arguments) throws IOException {
        Strategy.Board board = new Strategy.Board(Integer.parseInt(arguments[0]));
        warmUp(board.me);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String line;
        // Ends at the end of input, and with it the bot.
        while ((line = in.readLine()) != null) {
            String answer = answer(board, line);
            if (answer != null) {
                System.out.print(answer + "\n"); // println would end lines in CRLF on Windows
                System.out.flush(); // else the answer would wait in a buffer
            }
        }
    }

    /** Takes in one message, and returns the answer if there is to be one. */
    private static String answer(Strategy.Board board, String line) {
        StringTokenizer words = new StringTokenizer(line); // a CR, too, is white space
        int count = words.countTokens();
        try {
            if (count == 1 && words.nextToken().equals("M")) {
                return Strategy.choose(board).toString();
            }
            if (count == 3) {
                int x = Integer.parseInt(words.nextToken()), y = Integer.parseInt(words.nextToken());
                board.update(x, y, Integer.parseInt(words.nextToken()));
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null; // no message of this contest
        }
        return null;
    }

    /** Plays a little before the game, for at most 0.3 s: Java is slow at first, and a move has 50 ms. */
    private static void warmUp(int me) {
        long end = System.nanoTime() + 300_000_000L;
        Strategy.Board board = new Strategy.Board(me);
        for (int i = 0; i < 2_000 && System.nanoTime() < end; i++) {
            answer(board, i * 7 % 32 + " " + i * 11 % 32 + " " + (i % 4 == 0 ? 5 : i % 4 == 1 ? me : 0));
            answer(board, "M");
        }
    }
}
