import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Scanner;

/** Odd but right: scanners and writers of the nineties, and nothing but a count of turns to remember. */
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

    public static void main(String[] arguments) throws IOException {
        int team = integers("team_no.txt", 1)[0];
        int[] board = integers("board.txt", 42);
        int disks = 0;
        for (int disk : board) {
            disks += disk == 0 ? 0 : 1;
        }
        int turn = disks <= 1 || !new File("Words.txt").exists() ? 0 : integers("Words.txt", 1)[0];
        int column = 3;
        for (int i = 0; board[35 + column] != 0; i++) {
            column = (3 + team + i) % 7;
        }
        try (PrintWriter memory = new PrintWriter(new FileWriter("Words.txt"))) {
            memory.println(turn + 1);
        }
        try (PrintWriter output = new PrintWriter(new FileWriter("output.txt"))) {
            output.println((turn == 4 ? 4 : 5) + " " + (column + 1));
        }
    }
}
