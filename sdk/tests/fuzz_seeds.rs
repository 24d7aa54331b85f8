//! The fuzz targets' bodies on their seeds, as they are and damaged: what libFuzzer begins with, without libFuzzer.

mod fuzz_bodies;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use botspec_sdk::random::Random;

/// A fuzz target: its name, and what it does with its bytes.
type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 8] = [
    ("linkage_texts", fuzz_bodies::linkage_texts),
    ("linkage_rules", fuzz_bodies::linkage_rules),
    ("hex_texts", fuzz_bodies::hex_texts),
    ("hex_rules", fuzz_bodies::hex_rules),
    ("flit_texts", fuzz_bodies::flit_texts),
    ("flit_rules", fuzz_bodies::flit_rules),
    ("power4_texts", fuzz_bodies::power4_texts),
    ("power4_rules", fuzz_bodies::power4_rules),
];

/// Damaged copies of each seed.
const COPIES: u64 = 1_000;

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz_seeds")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("ASCII")).collect()
}

/// A byte less, a byte more, another one in its place, or a piece said twice.
fn damaged(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(3) {
        let place = random.index(bytes.len() + 1);
        let byte = seed.get(random.index(seed.len().max(1))).copied().unwrap_or(0);
        match random.below(5) {
            0 if place < bytes.len() => drop(bytes.remove(place)),
            1 => bytes.insert(place, byte),
            2 if place < bytes.len() => bytes[place] = byte,
            3 if place < bytes.len() => bytes[place] = u8::try_from(random.below(256)).expect("a byte"),
            _ => bytes.extend_from_within(place..),
        }
    }
    bytes
}

#[test]
fn no_seed_and_no_damage_to_one_breaks_a_target() {
    for (target, body) in TARGETS {
        for seed in names(&seeds().join(target)) {
            let bytes = fs::read(seeds().join(target).join(&seed)).expect("a seed");
            body(&bytes);
            let mut random = Random::seeded(1);
            for _ in 0..COPIES {
                let bytes = damaged(&bytes, &mut random);
                let result = std::panic::catch_unwind(|| body(&bytes));
                assert!(result.is_ok(), "{target}: {seed}: {:?}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

/// What libFuzzer runs is what is tried here.
#[test]
fn every_target_is_tried_and_has_seeds() {
    let tried: BTreeSet<String> = TARGETS.iter().map(|(target, _)| (*target).to_owned()).collect();
    assert_eq!(names(&seeds()), tried);
    for target in &tried {
        assert!(!names(&seeds().join(target)).is_empty(), "{target}");
    }
    // The packaged crate comes without them.
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    if targets.is_dir() {
        let files: BTreeSet<String> = tried.iter().map(|target| format!("{target}.rs")).collect();
        assert_eq!(names(&targets), files);
    }
}
