import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import player.Strategy;
import player.Strategy.Board;

/** A Hex bot: one process a game, messages in, answers out. player.Strategy chooses. Its argument is black or white. */
public final class Bot {
    private char colour;
    private Board board = new Board(0); // until init_board
    private int stones;
    private boolean maySwap;

    private Bot(char colour) {
        this.colour = colour;
    }

    public static void main(String[] arguments) throws IOException {
        String argument = arguments.length == 1 ? arguments[0] : "";
        if (!argument.equals("black") && !argument.equals("white")) {
            System.err.println("usage: Bot black|white");
            System.exit(1);
        }
        Bot bot = new Bot(argument.equals("black") ? 'B' : 'W');
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String line;
        // Ends at the end of input, and with it the bot.
        while ((line = in.readLine()) != null) {
            // readLine takes LF and CRLF; a blank line has one word, which is empty.
            String[] words = line.trim().split("\\s+");
            if (words.length == 1 && words[0].equals("quit")) {
                return;
            }
            String answer = words.length == 1 ? bot.asked(words[0]) : null;
            if (answer != null) {
                System.out.print(answer + "\n"); // println would end lines in CRLF on Windows
                System.out.flush(); // else the answer would wait in a buffer
            } else if (words.length == 2) {
                bot.told(words[0], words[1]);
            }
        }
    }

    /** Answers a message of one word; null if that has no answer, or is no message of this contest. */
    private String asked(String message) {
        if (message.equals("swap")) {
            colour = Strategy.other(colour);
            maySwap = false;
        } else if (message.equals("make_move") && board.size > 0) {
            return move();
        } else if (message.equals("check_win") && board.size > 0) {
            return board.hasWon(colour) ? "1" : board.hasWon(Strategy.other(colour)) ? "-1" : "0";
        } else if (message.equals("show_board") && board.size > 0) {
            return board.toString();
        }
        return null;
    }

    private String move() {
        boolean swaps = maySwap && colour == 'W' && stones == 1 && Strategy.wantsSwap(board);
        maySwap = false;
        if (swaps) {
            colour = 'B'; // the players exchange colours, the stone stays
            return "swap";
        }
        int[] cell = Strategy.choose(board, colour);
        if (cell == null) {
            return null;
        }
        board.cells[cell[0]][cell[1]] = colour; // nobody will tell this bot about its own move
        stones++;
        return (char) ('a' + cell[0]) + "" + (cell[1] + 1);
    }

    /** Takes in a message with a word behind it. */
    private void told(String message, String word) {
        if (message.equals("init_board")) {
            if (word.matches("[1-9]|1[0-9]|2[0-6]")) {
                board = new Board(Integer.parseInt(word));
                stones = 0;
                maySwap = true;
            }
            return;
        }
        // The letter is the row, the number the column.
        boolean isCell = word.matches("[a-z][1-9][0-9]?");
        int row = isCell ? word.charAt(0) - 'a' : -1;
        int column = isCell ? Integer.parseInt(word.substring(1)) - 1 : -1;
        if (!isCell || row >= board.size || column >= board.size) {
            return;
        }
        boolean vacant = board.cells[row][column] == '.';
        if (message.equals("unset") && !vacant) {
            board.cells[row][column] = '.';
            stones--;
        } else if ((message.equals("sety") || message.equals("seto")) && vacant) {
            // A stone on an occupied cell changes nothing.
            board.cells[row][column] = message.equals("sety") ? colour : Strategy.other(colour);
            stones++;
        }
        // The second move of the game comes after one stone of the opponent's and nothing else.
        maySwap = maySwap && message.equals("seto");
    }
}
