import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A Flit bot in Java as people write it: objects for squares and moves, all of them listed, streams over them. */
public class Streams {
    record Square(int x, int y) {}

    record Move(Square from, Square to, int gain) {}

    static int side = 16;
    static int me;
    static final int[][] board = new int[32][32];

    static List<Square> neighbours(Square square) {
        return List.of(
            new Square((square.x() + 1) % side, square.y()),
            new Square((square.x() + side - 1) % side, square.y()),
            new Square(square.x(), (square.y() + 1) % side),
            new Square(square.x(), (square.y() + side - 1) % side));
    }

    static int at(Square square) {
        return board[square.x()][square.y()];
    }

    static Move choose() {
        List<Square> own = new ArrayList<>();
        for (int x = 0; x < side; x++) {
            for (int y = 0; y < side; y++) {
                if (board[x][y] == me) own.add(new Square(x, y));
            }
        }
        List<Move> moves = new ArrayList<>();
        for (Square beside : own) {
            for (Square to : neighbours(beside)) {
                if (at(to) != 0) continue;
                int gain = (int) neighbours(to).stream().filter(square -> at(square) == 5).count();
                own.stream().filter(from -> !from.equals(beside)).limit(3).forEach(from -> moves.add(new Move(from, to, gain)));
            }
        }
        return moves.stream().max(Comparator.comparingInt(Move::gain)).orElse(new Move(own.get(0), own.get(0), 0));
    }

    public static void main(String[] args) throws IOException {
        me = Integer.parseInt(args[0]);
        if (me > 2) side = 32;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            if (line.equals("M")) {
                Move move = choose();
                System.out.println(move.from().x() + " " + move.from().y() + " " + move.to().x() + " " + move.to().y());
                continue;
            }
            String[] words = line.split(" ");
            if (words.length < 3) continue;
            int x = Integer.parseInt(words[0]);
            int y = Integer.parseInt(words[1]);
            int c = Integer.parseInt(words[2]);
            if (x > 15 || y > 15 || c == 3 || c == 4) side = 32;
            board[x][y] = c;
        }
    }
}
