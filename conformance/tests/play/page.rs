//! The page that plays games, in a browser where there is one.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use super::bench::{Bench, botspec, vector_records, write_records};

/// The browser, if there is one; its absence is said aloud.
fn chromium() -> Option<&'static str> {
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        std::process::Command::new(name)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    });
    if found.is_none() {
        eprintln!("skipped: no chromium is installed (Debian: apt-get install chromium)");
    }
    found
}

fn dom(browser: &str, url: &str) -> String {
    let profile = tempfile::tempdir().unwrap();
    let run = std::process::Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(url)
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}

/// The page plays all four games, by its keys, without a network.
#[test]
fn the_page_plays_every_game_in_a_browser() {
    let bench = Bench::new();
    let records = vector_records();
    let of = |game: &str| {
        records
            .iter()
            .find(|record| record["game"] == game && record["moves"].as_array().unwrap().len() >= 12)
            .unwrap()
            .clone()
    };
    let mut chosen: Vec<Value> = ["linkage", "hex", "flit", "power4"].map(of).to_vec();
    let times = vec![1.5; chosen[0]["moves"].as_array().unwrap().len()];
    chosen[0]["times_ms"] = json!(times);
    chosen[0]["players"] = json!([{"name": "</script><b>a", "side": "more"}, {"name": "b", "side": "fewer"}]);
    chosen[0]["stderr"] = json!(["</script><i>thinking", ""]);
    let path = bench.at("games.jsonl");
    write_records(&path, &chosen);
    let page = bench.at("page.html");
    botspec().arg("replay").arg(&path).args(["--format", "html", "--output"]).arg(&page).assert().success();
    let text = fs::read_to_string(&page).unwrap();
    for network in ["http://", "https://", " src=", "@import", "url("] {
        let found = text.replace("http://www.w3.org/2000/svg", "").contains(network);
        assert!(!found, "the page refers to {network}");
    }
    assert!(!text.contains("</script><b>"), "names cannot end the script");
    let Some(browser) = chromium() else { return };

    let url = |hash: &str| format!("file://{}#{hash}", page.display());
    for (number, record) in (1..).zip(&chosen) {
        let moves = record["moves"].as_array().unwrap().len();
        let seen = dom(browser, &url(&format!("game={number}&move=2")));
        assert!(seen.contains(&format!("Move 2 of {moves}")), "{} {seen}", record["game"]);
        // The board of the script is the board of the rules.
        for at in [0, 2, moves] {
            let seen = dom(browser, &url(&format!("game={number}&move={at}")));
            let run = botspec()
                .arg("replay")
                .arg(&path)
                .args(["--format", "svg", "--game", &number.to_string(), "--move", &at.to_string()])
                .assert()
                .success();
            let svg = String::from_utf8(run.get_output().stdout.clone()).unwrap();
            let board = seen.split("id=\"board\"").nth(1).unwrap().split("</svg>").next().unwrap().to_owned();
            assert_eq!(cells(&board), cells(&svg), "{} after {at} moves", record["game"]);
        }
    }
    // Keys, by events as the browser would send them.
    let keys = |pressed: &str| {
        let script = format!(
            "<script>for (const key of {pressed}) document.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));</script></body>"
        );
        let at = bench.at("keys.html");
        fs::write(&at, text.replace("</body>", &script)).unwrap();
        dom(browser, &format!("file://{}", at.display()))
    };
    assert!(keys("['ArrowRight','ArrowRight','ArrowRight','ArrowLeft']").contains("Move 2 of"));
    assert!(keys("['PageDown']").contains("Move 10 of"));
    let moves = chosen[0]["moves"].as_array().unwrap().len();
    assert!(keys("['End']").contains(&format!("Move {moves} of {moves}")));
    assert!(keys("['End','Home']").contains("Before the first of"));
    assert!(keys("[']',']','ArrowRight']").contains("pieces 1:"), "the third game is flit");
    assert!(
        keys("[' ']").contains(">Pause</button>")
            || keys("[' ']").contains(&format!("Move {moves} of {moves}"))
    );
}

/// What each cell of a board holds, by number.
fn cells(board: &str) -> Vec<(usize, String)> {
    let mut cells: Vec<(usize, String)> = board
        .split("class=\"cell ")
        .skip(1)
        .map(|cell| {
            let class = cell.split('"').next().unwrap().to_owned();
            let number = cell.split("data-i=\"").nth(1).unwrap().split('"').next().unwrap();
            (number.parse().unwrap(), class)
        })
        .collect();
    cells.sort();
    cells
}
