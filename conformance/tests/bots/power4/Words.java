import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Scanner;

/** Odd but right: scanners and writers of the nineties, and a count of turns and the last board to remember. */
public class Words {
    static int[] integers(String name, int most) throws IOException {
        int[] values = new int[most];
        try (Scanner scanner = new Scanner(new File(name))) {
            for (int i = 0; i < most && scanner.hasNextInt(); i++) {
                values[i] = scanner.nextInt();
            }
        }
        return values;
    }

    /** Whether the opponent may have cleared the first board, which begins at 1, to the second one. */
    static boolean cleared(int[] from, int[] to) {
        boolean found = false;
        for (int drop = 0; drop < 21; drop++) {
            int kind = drop / 7, column = drop % 7, row = 0;
            while (row < 6 && from[1 + 7 * row + column] != 0) {
                row++;
            }
            int[] next = new int[42];
            for (int c = 0; c < 7; c++) {
                for (int r = 0, height = 0; r < 6; r++) {
                    boolean near = Math.abs(r - row) <= 1 && Math.abs(c - column) <= 1;
                    boolean gone = kind == 0 ? r == row : kind == 1 ? c == column : near;
                    if (from[1 + 7 * r + c] != 0 && !gone) {
                        next[7 * height++ + c] = from[1 + 7 * r + c];
                    }
                }
            }
            found |= row < 6 && java.util.Arrays.equals(next, to);
        }
        return found;
    }

    public static void main(String[] arguments) throws IOException {
        int team = integers("team_no.txt", 1)[0];
        int[] board = integers("board.txt", 42);
        int disks = 0;
        for (int disk : board) {
            disks += disk == 0 ? 0 : 1;
        }
        int[] memory = new File("Words.txt").exists() ? integers("Words.txt", 43) : new int[43];
        int turn = disks <= 1 && !cleared(memory, board) ? 0 : memory[0];
        int column = 3;
        for (int i = 0; board[35 + column] != 0; i++) {
            column = (3 + team + i) % 7;
        }
        int cell = column;
        while (board[cell] != 0) {
            cell += 7;
        }
        board[cell] = turn == 4 ? 12 : team;
        try (PrintWriter words = new PrintWriter(new FileWriter("Words.txt"))) {
            words.println(turn + 1);
            for (int disk : board) {
                words.println(disk);
            }
        }
        try (PrintWriter output = new PrintWriter(new FileWriter("output.txt"))) {
            output.println((turn == 4 ? 4 : 5) + " " + (column + 1));
        }
    }
}
