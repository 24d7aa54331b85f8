//! The ladder with programs that may not be there: GNU parallel for a week on several machines, Chromium for the season's
//! page. Without them the trials count as ignored.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the trial")]

#[cfg(unix)]
#[path = "ladder/bench.rs"]
mod bench;

use std::process::ExitCode;

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("SKIPPED: the bots are shell scripts");
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn main() -> ExitCode {
    use libtest_mimic::{Arguments, Trial};
    let says = |program: &str, word: &str| {
        let output = std::process::Command::new(program).arg("--version").output();
        output.is_ok_and(|output| {
            output.status.success() && String::from_utf8_lossy(&output.stdout).contains(word)
        })
    };
    let has_parallel = says("parallel", "GNU parallel");
    let browser =
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| says(name, "Chrom"));
    if !has_parallel {
        eprintln!("SKIPPED: there is no GNU parallel here (Debian: apt-get install parallel)");
    }
    if browser.is_none() {
        eprintln!("SKIPPED: there is no Chromium here (Debian: apt-get install chromium)");
    }
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
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use regex_lite::Regex;
    use serde_json::{Value, json};
    use wait_timeout::ChildExt as _;

    use crate::bench::Bench;

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
            let seen = look(browser, &bench, &page, width);
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

    /// Has the browser look at the page in a frame that is so wide: a window cannot be as narrow.
    fn look(browser: &str, bench: &Bench, page: &str, width: u32) -> Value {
        let probe = format!(
            "<script id=probe>parent.onerror = text => {{ parent.document.title = text }};{PROBE}</script></body>"
        );
        let probed = page.replace("</body>", &probe);
        let escaped = probed.replace('&', "&amp;").replace('"', "&quot;");
        let file = bench.at("frame.html");
        let frame =
            format!("<iframe style=\"border:0;width:{width}px;height:800px\" srcdoc=\"{escaped}\"></iframe>");
        fs::write(&file, frame).unwrap();
        let profile = tempfile::tempdir().unwrap();
        let output = profile.path().join("dom.html");
        let mut child = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("--window-size=1400,1000")
            .arg(format!("file://{}", file.display()))
            .stdout(fs::File::create(&output).unwrap())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if child.wait_timeout(Duration::from_secs(120)).unwrap().is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("the browser does not come to an end");
        }
        let dom = fs::read_to_string(output).unwrap();
        let title = Regex::new("<title>(.*?)</title>").unwrap();
        let told =
            title.captures(&dom).unwrap_or_else(|| panic!("nothing is told: {dom:.1000}"))[1].to_owned();
        let told =
            told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&nbsp;", " ");
        serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"))
    }
}
