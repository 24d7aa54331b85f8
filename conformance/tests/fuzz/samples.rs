//! Files that are as they should be.

use std::fs;
use std::path::Path;

pub(crate) const GAMES: [&str; 4] = ["linkage", "hex", "flit", "power4"];

/// Positions, as `inspect` reads them.
pub(crate) fn boards(game: &str) -> Vec<Vec<u8>> {
    let texts: &[&str] = match game {
        "linkage" => &[
            "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n",
            "F5666\nRRx....\nxx.....\n.......\n...X...\n.......\n.......\n.......\n",
        ],
        "hex" => &["...|...|...|", "B..W|.BW.|....|....|", "B|"],
        "flit" => &["1 1 1\n1 2 1\n3 3 5\n31 31 2\n", "15 7 1\n12 5 2\n6 0 1\n1 11 2\n1 11 0\n"],
        _ => &[
            " 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n",
            " 0  1  2 12  0  0  0\n 0  0  0  1  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n 0  0  0  0  0  0  0\n",
        ],
    };
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Answers, one of each form.
pub(crate) fn answers() -> Vec<Vec<u8>> {
    ["RA1A2\n", "Skip", "a1", "swap", "z26", "0 0 1 1", "31 31 0 0", "5 4\n", "1 7"]
        .map(|text| text.as_bytes().to_vec())
        .into()
}

/// Files of records.
pub(crate) fn archives() -> Vec<Vec<u8>> {
    let linkage = r#"{"schema":"botspec.game/1","game":"linkage","seed":1,"players":[{"name":"a","side":"more"},{"name":"b","side":"fewer"}],"moves":["RA1A2","GG6G7","Skip"],"times_ms":[1.2,0.5,0.1]}"#;
    let hex = r#"{"schema":"botspec.game/1","game":"hex","variant":{"size":3},"moves":["a1","swap","b2"],"result":{"winner":"black","player":"b","reason":"connection"}}"#;
    let flit = r#"{"schema":"botspec.game/1","game":"flit","variant":{"size":16,"name":"duel"},"initial":["15 7 1","12 5 2","6 0 1","1 11 2"],"moves":[{"bot":1,"answer":"15 7 6 1","neutral":[2,5]},{"bot":2,"answer":null,"neutral":null,"frozen":true}]}"#;
    let power4 = r#"{"schema":"botspec.game/1","game":"power4","variant":{"starts":1,"gravity":"hover"},"moves":["5 4","1 4","4 1"],"result":{"winner":null,"reason":"full"}}"#;
    let all = [linkage, hex, flit, power4].join("\n") + "\n";
    let plain = "b a1,w swap,b c3,B\nw resign,B\n";
    [linkage, hex, flit, power4, &all, plain].map(|text| text.as_bytes().to_vec()).into()
}

/// Ledgers of parts of a week.
pub(crate) fn ledgers() -> Vec<Vec<u8>> {
    let head = |games: usize| {
        format!(
            r#"{{"schema":"botspec.ledger/1","game":"hex","week":1,"plan":"5f","index":1,"of":2,"games":{games}}}"#
        )
    };
    let line = |number: u32| {
        format!(
            r#"{{"number":{number},"ended_at":"2026-11-23T04:00:00Z","host":"node7","record":{{"schema":"botspec.game/1","game":"hex","variant":{{"size":3}},"seed":7,"players":[{{"name":"1 a","side":"black"}},{{"name":"2 b","side":"white"}}],"opening":1,"moves":["a1","b2"],"times_ms":[1.5],"result":{{"winner":"black","player":"1 a","reason":"resign"}}}}}}"#
        )
    };
    let whole = format!("{}\n{}\n{}\n", head(2), line(1), line(4));
    vec![whole.into_bytes(), format!("{}\n", head(0)).into_bytes()]
}

/// Files of games in SGF.
pub(crate) fn sgf() -> Vec<Vec<u8>> {
    [
        "(;FF[4]CA[UTF-8]GM[11]SZ[3]PB[a\\]]PW[b]RE[W+R]BOTSPEC[{\"seed\":7}]\n;B[b2];W[swap-pieces];B[a1](;W[c3])(;W[c2]))\n",
        "(;FF[4]SZ[13]RE[B];W[ad];B[swap];W[eg];B[resign])(;GM[11]C[x];B[a1];W[swap-sides];W[aa1])",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into()
}

/// Files of openings.
pub(crate) fn openings() -> Vec<Vec<u8>> {
    ["# first stones\na1\n\nc3, b2 # two\n", "RA1A2, GC1C2\nYD1D2\n", "5 4, 4 4,1 3\r\n5 1\n"]
        .map(|text| text.as_bytes().to_vec())
        .into()
}

/// Manifests of bots.
pub(crate) fn manifests() -> Vec<Vec<u8>> {
    let whole = "name = \"Greedy\"\nauthor = \"A. Player\"\ngame = \"linkage\"\nteam_id = \"Team7\"\n\
                 build = [\"make\", \"all\"]\nrun = [\"./bot\", \"-x\"]\nfiles = [\"book.bin\", \"data/a.txt\"]\n";
    [whole, "run = [\"python3\", \"bot.py\"]\n", ""].map(|text| text.as_bytes().to_vec()).into()
}

/// Profiles of machines.
pub(crate) fn profiles() -> Vec<Vec<u8>> {
    let figure = r#"{"cpu_ms":4.5,"wall_ms":5,"spread":0.07,"samples":24}"#;
    let whole = format!(
        r#"{{"schema":"botspec.profile/1","tool":{{"name":"botspec","version":"0.1.0","kernels":1,"optimized":{}}},
"machine":{{"system":"linux x86_64","processor":"Fast 9000","cores":2}},
"kernels":{{"integer":{figure},"memory":{figure},"branch":{figure}}},
"starts":{{"native":{figure},"python":{figure},"java":null}},
"stalls":{{"ran_ms":150.5,"stalls":[[50,50.1],[50,49.9]]}},"parallel":0.5,"doubts":["it is old"]}}"#,
        !cfg!(debug_assertions)
    );
    vec![whole.into_bytes()]
}

/// The scenario files that come with the program, under other ids.
pub(crate) fn scenarios(game: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(game);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let text = |path| fs::read_to_string(path).unwrap();
    let renamed = |text: String| text.replace(&format!("id = \"{game}/"), &format!("id = \"{game}/fuzz/"));
    files.into_iter().map(|path| renamed(text(path)).into_bytes()).collect()
}
