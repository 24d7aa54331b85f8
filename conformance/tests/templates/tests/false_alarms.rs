//! Templates that choose at random among the legal moves break no rule, whatever the seed. Those in Rust are the SDK's
//! run loops, which the tester's own tests try with random moves.
#![cfg(unix)]
#![expect(clippy::print_stderr, reason = "a test that cannot be run says so")]

#[path = "../../random_choice/mod.rs"]
mod random_choice;
mod workbench;

use random_choice::{FEW, MANY, Part, blamed, random_bots, seeds};
use workbench::{Workbench, text};

/// Generates each template once and checks it with each seed.
fn templates_are_right(few_or_many: u64) {
    let bench = Workbench::new();
    let mut wrong = Vec::new();
    for bot in random_bots() {
        let Part::Template(language) = &bot.part else { continue };
        let name = format!("{}-{language}", bot.game);
        if let Some(tool) = bot.missing_tool() {
            eprintln!("SKIPPED {name}: there is no {tool}");
            continue;
        }
        for seed in seeds(few_or_many) {
            let name = format!("{name}-{seed}");
            let made = bench.generate(&bot.game, &name, &[("language", language)]);
            assert!(made.status.success(), "{name}: {}", text(&made));
            let folder = bench.bot(&name);
            bot.change(&folder, seed);
            let mut check = bench.command("botspec", &folder);
            check.args(["check", &bot.game, "."]);
            wrong.extend(blamed(&mut check, seed, few_or_many).map(|what| format!("{name}: {what}")));
            std::fs::remove_dir_all(&folder).expect("the folder is ours");
        }
    }
    assert!(wrong.is_empty(), "right bots are blamed:\n{}", wrong.join("\n"));
}

#[test]
fn random_templates_are_right_with_a_few_seeds() {
    templates_are_right(FEW / 2);
}

#[test]
#[ignore = "takes hours"]
fn random_templates_are_right_with_many_seeds() {
    templates_are_right(MANY);
}
