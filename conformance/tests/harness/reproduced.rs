//! The commands in a report show its violations again.

use std::collections::BTreeSet;

use super::bench::Bench;
use super::pace::for_each;
use super::roster::Entry;

/// The first bot that breaks each rule.
pub(super) fn one_for_each_rule(bots: &[Entry]) -> Vec<Entry> {
    let mut shown = BTreeSet::new();
    let new = |bot: &&Entry| {
        // Every rule of the bot counts as shown, so no short cut at the first.
        bot.earned.iter().filter(|(rule, _)| shown.insert(*rule)).count() > 0
    };
    bots.iter().filter(new).cloned().collect()
}

/// For every bot, and every rule that it is reported for: whether the command that is printed with the first
/// violation of the rule shows it again, and the file that `--save` wrote does, too. What is wrong, if anything.
pub(super) fn not_reproduced(game: &str, bots: &[Entry]) -> Vec<Option<String>> {
    let bench = Bench::new();
    for_each(
        bots,
        |entry| entry.pace,
        |Entry { name, earned, options, pace }| {
            bench.bot(game, name);
            let commands = bench.commands(*pace, game, name, options);
            let mut wrong = Vec::new();
            for (rule, _) in *earned {
                let Some((_, case, command)) = commands.iter().find(|(broken, ..)| broken == rule) else {
                    wrong.push(format!("{name}: {rule} has no command"));
                    continue;
                };
                let saved = format!("{name}.saved");
                let shown = bench.shell(*pace, &format!("{command} --save {saved}"));
                if !shown.contains(rule) {
                    wrong.push(format!("{name}: `{command}` does not show {rule}:\n{shown}"));
                }
                // What is judged from the whole run is not saved.
                let file = format!("{saved}/{}.json", case.replace('/', "."));
                if !rule.ends_with("/headroom") {
                    let shown = bench.shell(*pace, &format!("botspec repro {file}"));
                    if !shown.contains("\nREPRODUCED: ") || !shown.contains(rule) {
                        wrong.push(format!("{name}: {file} does not show {rule}:\n{shown}"));
                    }
                }
            }
            (!wrong.is_empty()).then(|| wrong.join("\n"))
        },
    )
}
