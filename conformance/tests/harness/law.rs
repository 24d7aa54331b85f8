//! What holds of every report, whatever bot it is about: read from the JSON alone, and so not by the code that made it.

use std::collections::BTreeSet;

use serde_json::Value;

/// Where a report of `check` contradicts itself, or the exit status; none if it does not.
pub(crate) fn contradictions(report: &Value, status: Option<i32>) -> Vec<String> {
    let (cases, rules) = (list(&report["cases"]), list(&report["rules"]));
    // What is told at level info is no fault.
    let violations = || {
        let all = cases.iter().flat_map(|case| list(&case["violations"]));
        all.filter(|violation| violation["level"] != "info")
    };
    let broken: BTreeSet<&str> = violations().map(|violation| text(&violation["rule"])).collect();
    let mut wrong = Vec::new();
    for case in cases {
        let id = text(&case["id"]);
        let levels = list(&case["violations"]).iter().map(|violation| text(&violation["level"]));
        let worst = levels.filter(|level| *level != "info").min();
        let expected = match (worst, case["gap"].as_str()) {
            (Some("must"), _) => "fail",
            (Some("should"), _) => "warn",
            (_, Some("in-doubt" | "not-started")) => "inconclusive",
            (_, Some(_)) => "skip",
            (_, None) => "pass",
        };
        let given = text(&case["verdict"]);
        if given != expected && given != "known" {
            wrong.push(format!("{id}: is {given}, but what it says makes it {expected}"));
        }
        if case["gap"].is_null() != case["skip_reason"].is_null() {
            wrong.push(format!("{id}: what is not judged has a reason, and nothing else has"));
        }
        let by = case["blocked_by"].as_str();
        if (case["gap"] == "blocked") != by.is_some() || by.is_some_and(|by| !broken.contains(by)) {
            wrong.push(format!("{id}: blocked by {by:?}, which no case shows broken"));
        }
    }
    for rule in rules {
        let id = text(&rule["id"]);
        let kept = rule["verdict"] == "pass";
        if kept && (broken.contains(id) || rule["tried"].as_u64().is_none_or(|tried| tried == 0)) {
            wrong.push(format!("{id}: called kept, but it was broken or not tried"));
        }
        if !kept && rule["reason"].is_null() && !broken.contains(id) {
            wrong.push(format!("{id}: neither kept nor broken, and no reason is given"));
        }
    }
    let listed: BTreeSet<&str> = rules.iter().map(|rule| text(&rule["id"])).collect();
    wrong.extend(broken.difference(&listed).map(|id| format!("{id}: broken, but not among the rules")));

    let untried = rules.iter().any(|rule| {
        rule["level"] == "must"
            && rule["applies"] == true
            && ["skip", "inconclusive"].contains(&text(&rule["verdict"]))
    });
    let harmless =
        |gap: &Value| matches!(gap.as_str(), None | Some("not-applicable" | "unsuitable" | "left-out"));
    let gap = cases.iter().any(|case| !harmless(&case["gap"]));
    let fails = cases.iter().any(|case| case["verdict"] == "fail");
    let expected = if fails {
        ("fail", 1)
    } else if untried || gap {
        ("inconclusive", 4)
    } else {
        ("pass", 0)
    };
    let given = text(&report["verdict"]);
    if given != expected.0 || status.is_some_and(|status| status != expected.1) {
        wrong.push(format!(
            "the verdict is {given} and the status {status:?}, but the cases say {expected:?}"
        ));
    }
    let left_out = cases.iter().any(|case| case["gap"] == "left-out");
    if left_out == report["summary"]["tried"].is_null() {
        wrong.push("what was left out for time is counted, and nothing else".to_owned());
    }
    let shortened = report["shortened_by"].as_str();
    if left_out == shortened.is_none() || (shortened == Some("quick") && report["thorough"] == true) {
        wrong.push(format!("is shortened by {shortened:?}, though cases are left out: {left_out}"));
    }
    wrong
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
