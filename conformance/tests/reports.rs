//! The reports as programs and browsers meet them, about a bot that prints what it can to break them.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use assert_cmd::Command;
use regex_lite::Regex;
use serde_json::Value;
use tempfile::TempDir;

/// Ends an XML section, begins tags, workflow commands and fences, and is no UTF-8.
const HOSTILE: &str = r"#!/bin/sh
if [ $# -gt 0 ]; then
    printf 'Bad. <script>alert(1)</script> & ]]>, `` 2026\n'
    exit
fi
printf '\000\033[31m\377]]><b>&amp;\n::error::no\n```\n<!-- ' > order.txt
printf '::stop-commands::x\n</system-out>' >&2
exit 3
";

/// All reports of one run on that bot.
struct Reports {
    folder: TempDir,
    stdout: String,
    code: Option<i32>,
}

static REPORTS: LazyLock<Reports> = LazyLock::new(|| Reports::of(HOSTILE));

impl Reports {
    fn of(script: &str) -> Self {
        let folder = tempfile::tempdir().expect("tests need a folder for temporary files");
        let bot = folder.path().join("hostile");
        fs::write(&bot, script).expect("the folder is writable");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("and its files are ours");
        let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", "linkage", "./hostile", "--case", "linkage/opening", "--case", "linkage/id"])
            .args(["--format", "github", "--output", "-", "--format", "junit", "--output", "report.xml"])
            .args(["--format", "html", "--output", "report.html", "--format", "markdown", "--output"])
            .args(["report.md", "--format", "json", "--output", "report.json"])
            .args(["--format", "pretty", "--output", "report.txt"])
            .env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"))
            .current_dir(folder.path())
            .output()
            .expect("the tester can be started");
        let stdout = String::from_utf8(run.stdout).expect("annotations are text");
        Self { folder, stdout, code: run.status.code() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

/// What may stand in the report by the schemas of Jenkins (junit-10.xsd) and Surefire
/// (surefire-test-report.xsd): an element, what it may be in, its attributes (those with `!` must be there).
const ELEMENTS: &[(&str, &str, &[&str])] = &[
    ("testsuite", "", &["!name", "!tests", "!skipped", "!errors", "!failures", "time"]),
    ("properties", "testsuite", &[]),
    ("property", "properties", &["!name", "!value"]),
    ("testcase", "testsuite", &["!name", "classname", "!time"]),
    ("failure", "testcase", &["message", "!type"]),
    ("skipped", "testcase", &["message"]),
    ("system-out", "testcase", &[]),
];

#[test]
fn junit_is_valid_whatever_a_bot_prints() {
    let text = REPORTS.read("report.xml");
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        let parent = node.parent_element().map_or("", |parent| parent.tag_name().name());
        let known = ELEMENTS.iter().find(|(element, within, _)| (*element, *within) == (name, parent));
        let (_, _, attributes) = known.unwrap_or_else(|| panic!("<{name}> in <{parent}>"));
        for attribute in node.attributes() {
            let allowed = attributes.iter().any(|known| known.trim_start_matches('!') == attribute.name());
            assert!(allowed, "{} of <{name}>", attribute.name());
        }
        for required in attributes.iter().filter_map(|known| known.strip_prefix('!')) {
            assert!(node.has_attribute(required), "{required} of <{name}>");
        }
        if let Some(time) = node.attribute("time") {
            assert!(Regex::new(r"^[0-9]+\.[0-9]{3}$").unwrap().is_match(time), "time {time}");
        }
    }
    let json: Value = serde_json::from_str(&REPORTS.read("report.json")).unwrap();
    let suite = document.root_element();
    let count = |name: &str| suite.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(count("testcase"), json["cases"].as_array().unwrap().len());
    assert_eq!(suite.attribute("failures"), Some(count("failure").to_string().as_str()));
    assert_eq!(count("failure"), usize::try_from(json["summary"]["fail"].as_u64().unwrap()).unwrap());
    assert!(count("failure") > 0);
    assert!(text.contains("linkage/order/format"));
}

#[test]
fn annotations_are_one_line_each_and_nothing_else() {
    assert_eq!(REPORTS.code, Some(1));
    let command = Regex::new(r"^::(error|warning|notice) title=[^:,]+::.+$").unwrap();
    for line in REPORTS.stdout.lines() {
        assert!(command.is_match(line), "{line}");
    }
    assert!(REPORTS.stdout.contains("title=linkage/order/format (must) in "));
    assert_eq!(REPORTS.read("summary.md"), REPORTS.read("report.md"));
}

#[test]
fn markdown_keeps_what_a_bot_prints_in_its_fence() {
    let text = REPORTS.read("report.md");
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        match fence {
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("text")),
            None => assert!(!line.contains("<b>") && !line.contains("<script"), "{line}"),
            Some(open) if line == open => fence = None,
            Some(_) => {}
        }
    }
    assert_eq!(fence, None, "every fence is closed");
}

/// The page needs nothing but itself.
#[test]
fn the_page_is_self_contained() {
    let page = REPORTS.read("report.html");
    let loads = Regex::new(r#"(?i)<(script|link|img|iframe|object)\b|\bsrc=|@import|url\("#).unwrap();
    assert!(!loads.is_match(&page), "{:?}", loads.find(&page));
    let links = Regex::new("href=\"([^\"]*)\"").unwrap();
    for link in links.captures_iter(&page) {
        let target = link[1].strip_prefix('#').unwrap_or_else(|| panic!("{} leads elsewhere", &link[1]));
        assert!(page.contains(&format!("id=\"{target}\"")), "nothing is called {target}");
    }
    for wanted in ["prefers-color-scheme: dark", "name=\"viewport\"", "<svg", "See it again", "order.txt"] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

/// Two runs of the same bot differ in times only, in every format.
#[test]
fn reruns_are_identical_apart_from_times() {
    let again = Reports::of(HOSTILE);
    let times = Regex::new(
        r#"[0-9]+\.[0-9] m?s|time="[0-9.]+"|[0-9.]+ times slower|\([0-9.]+ %\)|"[a-z0-9_]*_ms": [0-9.e-]+|"share": [0-9.e-]+|(?s:<svg class="chart".*?</svg>)"#,
    )
    .unwrap();
    // Whether the machine was busy is not the bot's doing either. A field may be the last one or not.
    let machine = Regex::new(
        r#"(?m),?\n *"(headroom|pressure|host)": [^,\n]*|(?s:<p class="headroom">.*?</p>)|[0-9]+ turns? timed[^\n<]*|^(still in time|how much time).*\n"#,
    )
    .unwrap();
    for name in ["report.xml", "report.html", "report.md", "report.json", "report.txt"] {
        let read = |reports: &Reports| machine.replace_all(&reports.read(name), "").into_owned();
        let (one, other) = (read(&REPORTS), read(&again));
        let (one, other) = (times.replace_all(&one, "T"), times.replace_all(&other, "T"));
        for (number, (one, other)) in one.lines().zip(other.lines()).enumerate() {
            assert_eq!(one, other, "{name}, line {}", number + 1);
        }
        assert_eq!(one.len(), other.len(), "{name}");
    }
    assert_eq!(REPORTS.stdout, again.stdout);
}

/// Who is handed a report has not seen what botspec said when it was made.
#[test]
fn a_missing_layer_is_named_in_what_is_handed_round() {
    for format in ["pretty", "json", "junit", "github", "markdown", "html"] {
        let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", "linkage", "./hostile", "--case", "linkage/id/no-input", "--sandbox", "off"])
            .args(["--format", format])
            .current_dir(REPORTS.folder.path())
            .output()
            .expect("the tester can be started");
        let report = String::from_utf8(run.stdout).expect("reports are text");
        assert!(report.contains("none (without namespaces: "), "{format}: {report}");
    }
}
