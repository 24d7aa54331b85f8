//! A bot that says nothing is blamed for what was observed.

use botspec::record::Level::Must;
use botspec_test_bots::flit::Fault as F;

use crate::harness::{Bench, Earned, Pace, for_each};

/// How a bot falls silent, the rule that it breaks by that, and what is said of it: one of these.
const SILENCES: &[(F, Earned, &[&str])] = &[
    (F::ComputesOnAndOn, ("flit/time/turn", Must), &[": it was computing"]),
    (F::HangsLater, ("flit/time/turn", Must), &[": it was asleep"]),
    (
        F::NeverAnswers,
        ("flit/reply/one-line", Must),
        &[": it had read everything and was waiting for more input"],
    ),
    (F::NeverReads, ("flit/reply/one-line", Must), &[": it had read nothing of what it was sent"]),
    (F::StopsReading, ("flit/reply/one-line", Must), &[": it had stopped reading"]),
    (F::DiesWhenAsked, ("flit/reply/one-line", Must), &["the bot ended, or closed its stdout"]),
    (F::Segfault, ("flit/reply/one-line", Must), &["(it ended by signal 11"]),
    (F::AnswersAhead, ("flit/update/silent", Must), &["and no request the bot wrote a line"]),
    (F::NotEnded, ("flit/reply/one-line", Must), &["the line end is missing"]),
    (
        F::Buffered,
        ("flit/reply/flushed", Must),
        &["waiting for input, and the answer came when stdin was closed"],
    ),
    (
        F::ReadsAhead,
        ("flit/reply/flushed", Must),
        &["waiting for input, and the answer came when one more message was sent"],
    ),
    (
        F::AnswersLateInAThread,
        ("flit/time/turn", Must),
        &["; it comes later, by itself", "the answer came after"],
    ),
];

#[test]
fn each_silence_is_named_by_what_was_seen() {
    let bench = Bench::new();
    let wrong: Vec<String> = for_each(
        SILENCES,
        |_| Pace::Sleeps(8),
        |(bot, (rule, level), words)| {
            let name = bot.name();
            bench.bot("flit", &name);
            let options = ["--cases", "1", "--case", "flit/start", "--case", "flit/update/refused"];
            let outcome = bench.check(Pace::Sleeps(8), "flit", &name, &options);
            let lacks = !outcome.lacks(&[(*rule, *level)]).is_empty()
                || !words.iter().any(|words| outcome.says(words));
            lacks.then(|| format!("{outcome}should say of {rule} one of {words:?}\n"))
        },
    )
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
