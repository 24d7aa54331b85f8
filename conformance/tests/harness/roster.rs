//! What is tried with the bots of every game: its tests differ in their tables only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bench::Bench;
use super::core_cases::not_found_by_the_core;
use super::few_cases::{few_of, one_of_each_kind, only, options_with_values};
use super::hint::Hint;
use super::outcome::Earned;
use super::pace::{Pace, for_each};
use super::reproduced::not_reproduced;
use super::rules::rules_without_proof;

/// A bot, and what is to be seen when it is checked.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Its name, which is also that of its file.
    pub(crate) name: String,
    /// The rules that it is reported for, and no others.
    pub(crate) earned: &'static [Earned],
    /// What is said of it first.
    pub(crate) hint: Hint,
    /// With which options it is checked.
    pub(crate) options: Vec<&'static str>,
    /// What it does with its time then.
    pub(crate) pace: Pace,
}

impl Entry {
    /// Whether its options name the few cases that it is tried on, as it takes long in each.
    pub(super) fn names_cases(&self) -> bool {
        self.options.contains(&"--case")
    }

    /// The options with which it is tried on these cases, unless its own name some.
    pub(super) fn options_on<'a>(&'a self, cases: &'a [String]) -> Vec<&'a str> {
        if self.names_cases() {
            return self.options.clone();
        }
        [only(cases), options_with_values(&self.options, &["--time-limit", "--variant"])].concat()
    }

    /// The options with which it is tried on one case of each kind of those that it is tried on anyway.
    fn options_for_few<'a>(&'a self, cases: &'a [String]) -> Vec<&'a str> {
        if self.names_cases() { self.options.clone() } else { few_of(&self.options, cases) }
    }

    /// The same bot under a name that tells it from itself in other tests.
    pub(crate) fn called(self, mark: &str) -> Self {
        Self { name: format!("{}@{mark}", self.name), ..self }
    }
}

/// A bot of a game's table: what it earns, and how it is checked.
pub(crate) trait Act: Copy {
    /// Its name.
    fn name(self) -> String;

    /// The rules that it must be reported for, each at its level; one that is odd but right earns nothing.
    fn earned(self) -> &'static [Earned] {
        &[]
    }

    /// What is said of it first.
    fn hint(self) -> Hint {
        Hint::None
    }

    /// With which options it is checked.
    fn options(self) -> Vec<&'static str>;

    /// What a check of it comes to, in time.
    fn pace(self) -> Pace;

    /// All of that.
    fn entry(self) -> Entry {
        Entry {
            name: self.name(),
            earned: self.earned(),
            hint: self.hint(),
            options: self.options(),
            pace: self.pace(),
        }
    }
}

/// The bots of a game.
#[derive(Debug)]
pub(crate) struct Roster {
    /// The game, as it is called on the command line.
    pub(crate) game: &'static str,
    /// Those that break a rule.
    pub(crate) faults: Vec<Entry>,
    /// Those that are odd but right.
    pub(crate) oddities: Vec<Entry>,
    /// Folders that are handed in; none in a contest without submissions.
    pub(crate) submissions: Vec<Entry>,
    /// With which options bots in other languages are checked.
    pub(crate) script_options: &'static [&'static str],
    /// There are at least so many of those.
    pub(crate) scripts: usize,
    /// Cases need not be judged for these reasons.
    pub(crate) may_skip: &'static [&'static str],
}

/// The tests of a game's roster, under the same names in all games.
macro_rules! roster_tests {
    ($roster:expr) => {
        #[test]
        #[ignore = "takes minutes"]
        fn a_second_fault_against_each_rule_earns_it_and_no_others() {
            $roster.judge_a_second_fault_against_each_rule();
        }

        #[test]
        fn each_oddity_earns_nothing_by_few_cases() {
            let roster = $roster;
            roster.judge_by_few_cases(&roster.oddities);
        }

        #[test]
        #[ignore = "takes minutes"]
        fn each_oddity_earns_nothing() {
            let roster = $roster;
            roster.judge(&roster.oddities);
        }

        #[test]
        fn odd_bots_in_other_languages_earn_nothing_by_few_cases() {
            $roster.judge_scripts_by_few_cases();
        }

        #[test]
        #[ignore = "takes minutes"]
        fn odd_bots_in_other_languages_earn_nothing() {
            $roster.judge_scripts();
        }

        #[test]
        fn a_fault_against_each_rule_earns_it_and_what_is_printed_reproduces_it() {
            $roster.reproduce_a_fault_against_each_rule();
        }

        #[test]
        #[ignore = "takes minutes"]
        fn every_fault_earns_its_rules_and_what_is_printed_reproduces_it() {
            $roster.reproduce_every_fault();
        }

        #[test]
        fn every_rule_has_its_texts_its_cases_and_a_bot_that_breaks_it() {
            $roster.prove_rules();
        }
    };
}

pub(crate) use roster_tests;

/// The tests of a roster whose bots are checked quickly unless `--thorough` is said.
#[allow(unused_macros, reason = "of interest to games whose checks leave cases out only")]
macro_rules! core_tests {
    ($roster:expr) => {
        #[test]
        #[ignore = "takes minutes"]
        fn every_fault_is_found_by_the_core_alone() {
            $roster.find_every_fault_by_the_core();
        }
    };
}

pub(crate) use core_tests;

impl Roster {
    /// Each of these bots earns its rules and no others.
    pub(crate) fn judge(&self, entries: &[Entry]) {
        let bench = Bench::new();
        for entry in entries {
            bench.bot(self.game, &entry.name);
        }
        self.judge_on(&bench, entries);
    }

    /// The same for bots that are on the bench already.
    pub(crate) fn judge_on(&self, bench: &Bench, entries: &[Entry]) {
        report(for_each(
            entries,
            |entry| entry.pace,
            |entry| {
                bench.check(entry.pace, self.game, &entry.name, &entry.options).differs(
                    entry.earned,
                    entry.hint,
                    self.may_skip,
                )
            },
        ));
    }

    /// The same by one case of each kind.
    pub(crate) fn judge_by_few_cases(&self, entries: &[Entry]) {
        let bench = Bench::new();
        for entry in entries {
            bench.bot(self.game, &entry.name);
        }
        let cases = one_of_each_kind(self.game);
        report(for_each(
            entries,
            |entry| entry.pace,
            |entry| {
                let options = entry.options_for_few(&cases);
                bench.check(entry.pace, self.game, &entry.name, &options).differs(
                    entry.earned,
                    entry.hint,
                    self.may_skip,
                )
            },
        ));
    }

    /// Each of these bots earns its rules and no others, and is told of as soon as that.
    pub(crate) fn judge_within(&self, soon: Duration, entries: &[Entry]) {
        let bench = Bench::new();
        for entry in entries {
            bench.bot(self.game, &entry.name);
        }
        report(for_each(
            entries,
            |entry| entry.pace,
            |entry| {
                let (outcome, took) = bench.check_timed(entry.pace, self.game, &entry.name, &entry.options);
                let late =
                    (took >= soon).then(|| format!("{} took {took:?}, not less than {soon:?}\n", entry.name));
                let differs = outcome.differs(entry.earned, entry.hint, self.may_skip);
                (late.is_some() || differs.is_some()).then(|| [late, differs].into_iter().flatten().collect())
            },
        ));
    }

    /// Bots whose source lies in the game's folder earn nothing.
    pub(crate) fn judge_scripts(&self) {
        self.judge_sources(|_| self.script_options.to_vec());
    }

    /// The same, but those that take long to start are tried on one case of each kind.
    pub(crate) fn judge_scripts_by_few_cases(&self) {
        let cases = one_of_each_kind(self.game);
        let few = few_of(self.script_options, &cases);
        self.judge_sources(|source| {
            let starts_soon =
                source.extension().is_some_and(|extension| extension == "c" || extension == "cpp");
            if starts_soon { self.script_options.to_vec() } else { few.clone() }
        });
    }

    fn judge_sources<'a>(&self, options: impl Fn(&Path) -> Vec<&'a str> + Sync) {
        let bench = Bench::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots").join(self.game);
        let files = fs::read_dir(folder).expect("every game has bots in other languages");
        let sources: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        assert!(sources.len() >= self.scripts, "{sources:?}");
        // What starts slowly computes meanwhile; a virtual machine compiles beside that, and Flit gives it 50 ms a move.
        let pace = |source: &PathBuf| {
            let is_java = source.extension().is_some_and(|extension| extension == "java");
            if is_java && self.game == "flit" { Pace::Alone } else { Pace::Computes }
        };
        report(for_each(&sources, pace, |source| {
            bench.check_at(pace(source), self.game, source, &options(source)).differs(
                &[],
                Hint::None,
                self.may_skip,
            )
        }));
    }

    /// The first bots that break each rule, so many for each.
    fn faults_against_each_rule(&self, count: usize) -> Vec<Entry> {
        let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
        let mut is_wanted = |bot: &&Entry| {
            let mut wanted = false;
            for &(rule, _) in bot.earned {
                let times = shown.entry(rule).or_default();
                *times += 1;
                wanted |= *times <= count;
            }
            wanted
        };
        self.faults.iter().filter(|bot| is_wanted(bot)).cloned().collect()
    }

    /// The first bot against each rule earns it, the commands that are printed show that again, and so does what a quick
    /// check plays in any case.
    pub(crate) fn reproduce_a_fault_against_each_rule(&self) {
        self.reproduce(&self.faults_against_each_rule(1));
    }

    /// The same for every bot.
    pub(crate) fn reproduce_every_fault(&self) {
        self.reproduce(&self.faults);
    }

    fn reproduce(&self, bots: &[Entry]) {
        report(not_reproduced(self.game, bots, self.may_skip));
    }

    /// Every bot is found by what a quick check plays in any case, and nothing else.
    pub(crate) fn find_every_fault_by_the_core(&self) {
        report(not_found_by_the_core(self.game, &self.faults));
    }

    /// Where there is a second bot against a rule, it earns what it should.
    pub(crate) fn judge_a_second_fault_against_each_rule(&self) {
        let first: BTreeSet<String> =
            self.faults_against_each_rule(1).into_iter().map(|bot| bot.name).collect();
        let mut second = self.faults_against_each_rule(2);
        second.retain(|bot| !first.contains(&bot.name));
        self.judge(&second);
    }

    /// No rule lacks a text, a case or a bot that breaks it.
    pub(crate) fn prove_rules(&self) {
        let earned = self.faults.iter().chain(&self.submissions).flat_map(|entry| entry.earned);
        let broken: BTreeSet<&str> = earned.map(|&(rule, _)| rule).collect();
        let missing = rules_without_proof(self.game, &broken);
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}

fn report(differences: Vec<Option<String>>) {
    let wrong: Vec<String> = differences.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} bots are not judged right:\n\n{}", wrong.len(), wrong.join("\n"));
}
