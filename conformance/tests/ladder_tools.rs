//! The ladder with programs that may not be there: GNU parallel for a week on several machines, Chromium for the season's
//! page. Without them the trials count as ignored.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the trial")]

#[cfg(unix)]
#[path = "ladder/bench.rs"]
mod bench;
#[cfg(unix)]
mod browser;

use std::process::ExitCode;

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("SKIPPED: the bots are shell scripts");
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn main() -> ExitCode {
    use libtest_mimic::{Arguments, Trial};
    let version = std::process::Command::new("parallel").arg("--version").output();
    // moreutils has another program of that name.
    let has_parallel =
        version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"));
    if !has_parallel {
        eprintln!("SKIPPED: there is no GNU parallel here (Debian: apt-get install parallel)");
    }
    let browser = browser::find();
    let parallel = Trial::test("a week by GNU parallel is the same as by one run", move || {
        if has_parallel {
            unix::parallel();
        }
        Ok(())
    });
    let page = Trial::test("the season's page can be read at 400 pixels", move || {
        if let Some(browser) = browser {
            unix::page(browser);
        }
        Ok(())
    });
    let trials = vec![parallel.with_ignored_flag(!has_parallel), page.with_ignored_flag(browser.is_none())];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::process::Command;

    use serde_json::json;

    use crate::bench::Bench;
    use crate::browser::look;

    /// The recipe of docs/ladder.md.
    const RECIPE: &str = "seq 4 | parallel --jobs 2 --retries 3 \
         botspec ladder shard season.db --index {} --of 4 --out part-{}.ledger --jobs 1 --sandbox auto";

    pub(crate) fn parallel() {
        let recipe = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ladder.md")).unwrap();
        let squeezed =
            |text: &str| text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        let told = squeezed(RECIPE).replace(" --sandbox auto", "").replace(" --jobs 2", "");
        assert!(squeezed(&recipe).contains(&told), "docs/ladder.md has another recipe than {told}");
        let bench = Bench::new();
        bench.season("one.db", 5, 10);
        fs::copy(bench.at("one.db"), bench.at("season.db")).unwrap();
        bench.expect("run one.db --sandbox auto", 0);
        bench.expect("run season.db --schedule-only", 0);
        let program = env!("CARGO_BIN_EXE_botspec");
        let run = Command::new("sh")
            .args(["-c", &RECIPE.replace(" botspec ", &format!(" {program} "))])
            .current_dir(bench.0.path())
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        bench.expect("merge season.db part-1.ledger part-2.ledger part-3.ledger part-4.ledger", 0);
        assert_eq!(bench.json("season.db"), bench.json("one.db"));
    }

    /// What the browser makes of the page. What goes wrong in a script would be a title of its own.
    const PROBE: &str = r"
const all = selector => [...document.querySelectorAll(selector)];
all('details').forEach(it => it.open = true);
parent.document.title = JSON.stringify({
    wide: document.documentElement.scrollWidth - innerWidth, width: innerWidth,
    foreign: all('script:not(#probe), img, iframe, link, object, td b b').length,
    lines: all('svg.season polyline').length, rows: all('#standings tbody tr').length,
    small: all('svg.season text').filter(it => it.getBoundingClientRect().height < 10).length,
    spoken: all('svg[role=img]').every(it => it.getAttribute('aria-label')),
    links: all('#cross a, #weeks a').map(it => it.getAttribute('href')),
    bots: all('#standings td.bot').map(it => it.textContent),
});";

    pub(crate) fn page(browser: &str) {
        let bench = Bench::new();
        let path = bench.season("a.db", 4, 2);
        bench.enter(&path, "<b>bold</b>", "#!/bin/sh\nexit 1\n");
        for _ in 0..3 {
            bench.expect("run a.db --sandbox auto", 0);
        }
        bench.expect("export a.db --format html --output site", 0);
        let page = fs::read_to_string(bench.at("site/index.html")).unwrap();
        for width in [1280, 400] {
            let seen = look(browser, &page, PROBE, (width, false));
            assert!(seen["wide"].as_i64().unwrap() <= 0, "{seen}");
            assert_eq!(seen["width"], width);
            assert_eq!(
                (&seen["foreign"], &seen["small"], &seen["spoken"]),
                (&json!(0), &json!(0), &json!(true))
            );
            assert_eq!((&seen["rows"], seen["lines"].as_u64().unwrap()), (&json!(5), 5));
            assert!(seen["bots"].as_array().unwrap().contains(&json!("5 <b>bold</b>")), "{seen}");
            let links = seen["links"].as_array().unwrap();
            assert!(links.len() > 12, "{seen}");
            for link in links {
                let target = bench.at("site").join(link.as_str().unwrap());
                assert!(fs::read_to_string(target).unwrap().contains("id=\"games\""), "{link}");
            }
        }
    }
}
