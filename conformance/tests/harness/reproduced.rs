//! The commands in a report show its violations again, and a quick check shows them too.

use super::bench::Bench;
use super::core_cases::lacks_on_the_core;
use super::few_cases::core_of;
use super::pace::for_each;
use super::roster::Entry;

/// For every bot whether it earns its rules and no others; and for each of them whether the command that is printed with
/// the first violation shows it again, and the file that `--save` wrote does, too. Where a quick check plays a core of the
/// cases, that shows each rule broken too: here already, or else alone. What is wrong, if anything.
pub(super) fn not_reproduced(game: &str, bots: &[Entry], may_skip: &[&str]) -> Vec<Option<String>> {
    let (bench, core) = (Bench::new(), core_of(game));
    for_each(
        bots,
        |entry| entry.pace,
        |entry| {
            let Entry { name, earned, hint, options, pace } = entry;
            bench.bot(game, name);
            let (outcome, commands) = bench.commands(*pace, game, name, options);
            let mut wrong: Vec<String> = outcome.differs(earned, *hint, may_skip).into_iter().collect();
            for (rule, _) in *earned {
                let Some((_, case, command)) = commands.iter().find(|(broken, ..)| broken == rule) else {
                    // On a busy machine little headroom is not held against a bot.
                    if !(outcome.is_too_busy() && rule.ends_with("/time/headroom")) {
                        wrong.push(format!("{name}: {rule} has no command"));
                    }
                    continue;
                };
                let saved = format!("{name}.saved");
                let shown = bench.shell(*pace, &format!("{command} --no-shrink --save {saved}"));
                let in_doubt = rule.ends_with("/time/headroom") && shown.contains("on a busy machine");
                if !shown.contains(rule) && !in_doubt {
                    wrong.push(format!("{name}: `{command}` does not show {rule}:\n{shown}"));
                }
                // What is judged from the whole run, or fails only behind other cases, is not saved.
                let file = format!("{saved}/{}.json", case.replace('/', "."));
                let needs_others = command.matches(" --case ").count() > 1;
                if !rule.ends_with("/headroom") && !needs_others {
                    let shown = bench.shell(*pace, &format!("botspec repro {file} --trust"));
                    if !shown.contains("\nREPRODUCED: ") || !shown.contains(rule) {
                        wrong.push(format!("{name}: {file} does not show {rule}:\n{shown}"));
                    }
                }
            }
            let is_in_core =
                |rule: &str| commands.iter().any(|(broken, case, _)| broken == rule && core.contains(case));
            if !core.is_empty() && !earned.iter().all(|(rule, _)| is_in_core(rule)) {
                wrong.extend(lacks_on_the_core(&bench, game, entry, &core));
            }
            (!wrong.is_empty()).then(|| wrong.join("\n"))
        },
    )
}
