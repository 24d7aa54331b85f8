//! The HTML report in a real browser, for each game: what is shown, that it can be read, and that nothing of what
//! a bot prints becomes a part of the page. Where there is no Chromium the trials count as ignored.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the trial")]

mod browser;

use std::fs;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// A bot, what to call the trial, its file, its content, its cases.
type Bot = (&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

/// For each game, one that breaks a rule on a square of the board.
const BOTS: [Bot; 5] = [
    (
        "linkage",
        "linkage",
        "bot",
        "#!/bin/sh\n[ $# -gt 0 ] && { echo 'Stone. Ada, UK, 2026, V1'; exit; }\necho RD4E4 > order.txt\n",
        &["linkage/opening", "linkage/id"],
    ),
    ("hex", "hex", "bot.py", HEX, &["hex/init-board/free-cells"]),
    (
        "flit",
        "flit",
        "bot",
        "#!/bin/sh\nwhile read -r line; do [ \"$line\" = M ] && echo '0 0 1 1'; done\nexit 0\n",
        &["flit/convert"],
    ),
    ("power4", "power4", "bot", "#!/bin/sh\necho '5 1' > output.txt\n", &["power4/board"]),
    // Not a bot for boards: what it prints would be elements if it were not escaped.
    (
        "linkage",
        "hostile",
        "bot",
        "#!/bin/sh\nprintf '<script>document.title=\"owned\"</script><img src=x onerror=alert(1)>\\000\\377]]>&lt;b' > order.txt\n\
         printf '</style></pre><b>bold</b><iframe>' >&2\n[ $# -gt 0 ] && printf '<script>alert(1)</script> & 2026'\nexit 3\n",
        &["linkage/opening", "linkage/id"],
    ),
];

/// Plays a1, whatever stands there.
const HEX: &str = r"
import sys
board = []
me = 'W' if sys.argv[1] == 'white' else 'B'
def put(cell, stone):
    board[ord(cell[0]) - 97][int(cell[1:]) - 1] = stone
for line in sys.stdin:
    words = line.split()
    if not words: continue
    if words[0] == 'init_board':
        board = [['.'] * int(words[1]) for _ in range(int(words[1]))]
    elif words[0] == 'show_board':
        print(''.join(''.join(row) + '|' for row in board), flush=True)
    elif words[0] == 'make_move':
        put('a1', me); print('a1', flush=True)
    elif words[0] == 'seto': put(words[1], 'B' if me == 'W' else 'W')
    elif words[0] == 'sety': put(words[1], me)
    elif words[0] == 'unset': put(words[1], '.')
    elif words[0] == 'check_win': print('0', flush=True)
    elif words[0] == 'quit': break
";

/// Tells what the browser makes of the page: what is there, how wide it is, what can be reached with the keyboard,
/// and whether all text stands out from what is behind it (at least 4.5 to 1).
const PROBE: &str = r"
const all = selector => [...document.querySelectorAll(selector)];
all('details').forEach(it => it.open = true);
const lum = c => { const v = c.map(x => { x /= 255; return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4 });
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2] };
const rgb = text => text.match(/[0-9.]+/g).map(Number);
const behind = it => { for (; it; it = it.parentElement) { const c = rgb(getComputedStyle(it).backgroundColor);
    if (c.length < 4 || c[3] > 0.5) return c.slice(0, 3) } return [255, 255, 255] };
const faint = [];
for (const it of all('body *')) {
    const own = [...it.childNodes].some(n => n.nodeType == 3 && n.textContent.trim());
    if (!own || it.closest('svg, script, style') || !it.getClientRects().length) continue;
    const a = lum(rgb(getComputedStyle(it).color).slice(0, 3)), b = lum(behind(it));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(it.className + ' ' + it.tagName + ' ' + ratio.toFixed(1));
}
const shown = {
    wide: document.documentElement.scrollWidth - innerWidth, width: innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    foreign: all('script:not(#probe), img, iframe, link, object, pre b, td b').length,
    articles: all('article').length, boards: all('article svg.board').length,
    offending: all('article svg .offending').length, spoken: all('svg[role=img]').every(it => it.getAttribute('aria-label')),
    commands: all('pre.command').map(it => it.textContent)[0] || '',
    sent: all('.transcript .to pre').length, received: all('.transcript .from pre, .transcript .note').length,
    times: all('.transcript .time').filter(it => / ms$/.test(it.textContent)).length,
    sources: all('.rule dt').filter(it => it.textContent == 'Source').length, rules: all('.rule').length,
    bars: all('.chart .bar').length, limit: all('.chart .limit').length, headroom: all('.headroom').length,
    unnamed: all('a, summary, [tabindex]').filter(it => !it.textContent.trim()).length,
    unreachable: all('a, summary, pre.command, .wide[tabindex]').filter(it => it.tabIndex < 0).length,
    broken: all('a[href]').filter(it => !document.getElementById(it.getAttribute('href').slice(1))).map(it => it.href),
    headings: all('h1, h2, h3, h4, h5').map(it => +it.tagName[1]),
    faint: faint.slice(0, 5),
};
parent.document.title = JSON.stringify(shown);
";

fn main() -> ExitCode {
    let browser = browser::find();
    if browser.is_none() {
        eprintln!("SKIPPED: there is no Chromium here (Debian: apt-get install chromium)");
    }
    let trial = |bot: Bot| {
        // Asked for in spite of that, with --ignored, there is nothing to try it with.
        let test = move || browser.map_or(Ok(()), |browser| check_page(browser, bot));
        Trial::test(format!("the page of {}", bot.1), test)
            .with_ignored_flag(browser.is_none() || !cfg!(unix))
    };
    libtest_mimic::run(&Arguments::from_args(), BOTS.map(trial).into()).exit_code()
}

fn check_page(browser: &str, (game, name, file, script, cases): Bot) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let bot = folder.path().join(file);
    fs::write(&bot, script)?;
    #[cfg(unix)]
    fs::set_permissions(&bot, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args([
            "check",
            game,
            &format!("./{file}"),
            "--cases",
            "3",
            "--format",
            "html",
            "--output",
            "page.html",
        ])
        .args(cases.iter().flat_map(|case| ["--case", case]))
        .current_dir(folder.path())
        .output()?;
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let page = fs::read_to_string(folder.path().join("page.html"))?;
    for (width, dark) in [(1280, false), (1280, true), (360, false), (360, true)] {
        let seen = browser::look(browser, &page, PROBE, (width, dark));
        let count = |name: &str| seen[name].as_i64().unwrap_or_else(|| panic!("no {name} in {seen}"));
        assert_eq!((count("width"), &seen["dark"]), (width.into(), &Value::Bool(dark)), "{seen}");
        assert!(count("wide") <= 0, "at {width} pixels the page is wider than its window: {seen}");
        for none in ["foreign", "unnamed", "unreachable"] {
            assert_eq!(count(none), 0, "{none}: {seen}");
        }
        assert_eq!(seen["faint"], Value::Array(Vec::new()), "dark: {dark}");
        assert_eq!(seen["broken"], Value::Array(Vec::new()));
        let mut some = vec!["articles", "rules", "sources", "sent", "received", "times"];
        if name != "hostile" {
            some.extend(["boards", "offending"]);
        }
        if seen["bars"] != 0 {
            some.extend(["limit", "headroom"]);
        }
        for some in some {
            assert!(count(some) > 0, "{some}: {seen}");
        }
        assert_eq!(count("rules"), count("sources"), "every broken rule names its source");
        assert_eq!(seen["spoken"], true, "every picture has a text");
        let command = seen["commands"].as_str().unwrap();
        assert!(command.starts_with(&format!("botspec check {game} ./{file}")), "{command}");
        let headings: Vec<i64> =
            seen["headings"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
        assert_eq!(headings.first(), Some(&1));
        let skips = headings.windows(2).find(|pair| pair[1] > pair[0] + 1);
        assert_eq!(skips, None, "no level of headings is left out");
    }
    Ok(())
}
