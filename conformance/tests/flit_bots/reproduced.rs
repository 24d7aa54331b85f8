//! The commands in a report show its violations again.

use botspec_test_bots::flit::Fault;

use super::earned::{earned, fault_options};
use super::harness::{Bench, for_each};
use super::report;

/// For every fault, and every rule that it is reported for: the command that is printed with the first violation
/// of the rule shows it again, and so does the file that `--save` wrote.
#[test]
fn what_is_printed_reproduces_every_fault() {
    let bench = Bench::new();
    let differences = for_each(Fault::ALL, |&fault| {
        let name = fault.name();
        bench.bot("flit", &name);
        let commands = bench.commands("flit", &name, &fault_options(fault));
        let mut wrong = Vec::new();
        for (rule, _) in earned(fault) {
            let Some((_, case, command)) = commands.iter().find(|(broken, ..)| broken == rule) else {
                wrong.push(format!("{name}: {rule} has no command"));
                continue;
            };
            let saved = format!("{name}.saved");
            let shown = bench.shell(&format!("{command} --save {saved}"));
            if !shown.contains(rule) {
                wrong.push(format!("{name}: `{command}` does not show {rule}:\n{shown}"));
            }
            let file = format!("{saved}/{}.json", case.replace('/', "."));
            let shown = bench.shell(&format!("botspec repro {file}"));
            if !shown.contains("\nREPRODUCED: ") || !shown.contains(rule) {
                wrong.push(format!("{name}: {file} does not show {rule}:\n{shown}"));
            }
        }
        (!wrong.is_empty()).then(|| wrong.join("\n"))
    });
    report(differences);
}
