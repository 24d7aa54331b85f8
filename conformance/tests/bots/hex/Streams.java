// Odd but right: streams, a print stream with a buffer that is flushed after each answer, a colour that is a number.
import java.io.*;
import java.util.*;
import java.util.stream.*;

class Streams {
    static int me, size;
    static Map<Integer, Integer> stones = new TreeMap<>();

    static boolean near(int a, int b) {
        int down = b / size - a / size, right = b % size - a % size;
        return Math.abs(down) + Math.abs(right) == 1 || down * right == -1;
    }

    static boolean joins(int colour) {
        Set<Integer> left = stones.keySet().stream().filter(at -> stones.get(at) == colour).collect(Collectors.toSet());
        Deque<Integer> next = left.stream().filter(at -> (colour > 0 ? at / size : at % size) == 0)
            .collect(Collectors.toCollection(ArrayDeque::new));
        left.removeAll(next);
        while (!next.isEmpty()) {
            int at = next.pop();
            if ((colour > 0 ? at / size : at % size) == size - 1) return true;
            List<Integer> found = left.stream().filter(to -> near(at, to)).toList();
            left.removeAll(found);
            next.addAll(found);
        }
        return false;
    }

    static OptionalInt cell(String name) {
        if (!name.matches("[a-z][1-9][0-9]{0,4}")) return OptionalInt.empty();
        int row = name.charAt(0) - 'a', column = Integer.parseInt(name.substring(1)) - 1;
        return row < size && column < size ? OptionalInt.of(row * size + column) : OptionalInt.empty();
    }

    public static void main(String[] words) throws IOException {
        if (words.length != 1) throw new IllegalArgumentException("black or white");
        me = switch (words[0]) {
            case "black" -> 1;
            case "white" -> -1;
            default -> throw new IllegalArgumentException(words[0]);
        };
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        for (String line; (line = in.readLine()) != null; out.flush()) {
            String[] parts = line.strip().split(" ", 2);
            String rest = parts.length > 1 ? parts[1] : "";
            switch (parts[0]) {
                case "init_board" -> { size = Integer.parseInt(rest); stones.clear(); }
                case "seto" -> cell(rest).ifPresent(at -> stones.putIfAbsent(at, -me));
                case "sety" -> cell(rest).ifPresent(at -> stones.putIfAbsent(at, me));
                case "unset" -> cell(rest).ifPresent(stones::remove);
                case "swap" -> me = -me;
                case "make_move" -> {
                    int at = IntStream.range(0, size * size).filter(to -> !stones.containsKey(to)).skip(0).findFirst().orElseThrow();
                    stones.put(at, me);
                    out.print((char) ('a' + at / size) + "" + (at % size + 1) + "\n");
                }
                case "check_win" -> out.print((joins(me) ? 1 : joins(-me) ? -1 : 0) + "\n");
                case "show_board" -> out.print(IntStream.range(0, size * size)
                    .mapToObj(at -> Map.of(1, "B", -1, "W").getOrDefault(stones.getOrDefault(at, 0), ".") + (at % size == size - 1 ? "|" : ""))
                    .collect(Collectors.joining()) + "\n");
                case "quit" -> { out.flush(); System.exit(0); }
                default -> { }
            }
        }
    }
}
