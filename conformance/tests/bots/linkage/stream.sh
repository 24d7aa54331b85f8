#!/bin/sh
# Odd but right: a shell script that silences stderr, lets awk do the thinking and renames a draft.
set -eu
if [ $# -gt 0 ]; then
    echo 'stream, The botspec authors, November 2026, version 4'
    exit 0
fi
cd -- "$(dirname -- "$0")"
exec 2> /dev/null
awk '
    { sub(/\r$/, "") }
    NR == 1 { left = substr($0, 2) }
    NR > 1 { row[NR - 1] = $0 }
    function open(x, y) { return x <= 7 && y <= 7 && substr(row[y], x, 1) == "." }
    function name(x, y) { return substr("ABCDEFG", x, 1) y }
    END {
        for (c = 1; c <= 4; c++)
            if (substr(left, c, 1) > 0)
                for (y = 1; y <= 7; y++)
                    for (x = 1; x <= 7; x++)
                        if (open(x, y)) {
                            colour = substr("RBGY", c, 1)
                            if (open(x + 1, y)) { printf "%s", colour name(x, y) name(x + 1, y); exit }
                            if (open(x, y + 1)) { printf "%s", colour name(x, y) name(x, y + 1); exit }
                        }
        printf "Skip"
    }
' input.txt > draft.txt
mv draft.txt order.txt
