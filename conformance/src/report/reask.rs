//! What a bot answers now in the positions of records, for people.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::counted::counted;
use crate::evidence::excerpt;
use crate::record::{ReaskAnswer, ReaskReport, side_name};

const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// Record by record, the answers that are others now.
#[must_use]
pub fn reask(reports: &[ReaskReport]) -> Vec<u8> {
    let mut out = String::new();
    for report in reports {
        let _ = writeln!(
            out,
            "{DIM}{}{DIM:#} {}: {} asked in {}: {}",
            report.record,
            report.game,
            excerpt(report.bot.as_bytes()),
            counted(report.asked, "position"),
            match report.differing {
                0 if !report.complete => "every answer so far is the recorded one; interrupted".to_owned(),
                0 => "every answer is the recorded one".to_owned(),
                1 => "1 answer is another".to_owned(),
                many => format!("{many} answers are others"),
            }
        );
        for each in &report.answers {
            answer(&mut out, each);
        }
        if !report.complete && report.differing > 0 {
            let _ = writeln!(out, "  {YELLOW}interrupted: it was not asked in the other positions{YELLOW:#}");
        }
        if report.unjudged > 0 {
            let _ = writeln!(
                out,
                "  {YELLOW}{} could not be judged: the machine was too busy{YELLOW:#}",
                report.unjudged
            );
        }
    }
    let sum = |what: fn(&ReaskReport) -> usize| reports.iter().map(what).sum::<usize>();
    let _ = writeln!(
        out,
        "{}, {}, {}, {} refused",
        counted(reports.len(), "record"),
        counted(sum(|report| report.asked), "position"),
        counted(sum(|report| report.differing), "other answer"),
        sum(|report| report.refused)
    );
    out.into_bytes()
}

fn answer(out: &mut String, answer: &ReaskAnswer) {
    let shown = |text: &Option<String>| {
        text.as_ref()
            .map_or_else(|| "no answer".to_owned(), |text| excerpt(text.as_bytes()).replace('\n', "\\n"))
    };
    let _ = write!(
        out,
        "  move {} as {}: {} then, {} now",
        answer.mv,
        side_name(&answer.side),
        shown(&answer.recorded),
        shown(&answer.answer)
    );
    if let Some(reason) = &answer.refused {
        let rule = answer.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let message = answer.message.as_deref().unwrap_or_default();
        let message = excerpt(message.as_bytes()).replace('\n', " ");
        let _ = write!(out, ": {RED}{reason}{RED:#}{rule}: {message}");
    }
    out.push('\n');
}
