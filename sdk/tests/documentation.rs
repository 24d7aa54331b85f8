//! Whoever meets a public type, trait, function or method finds an example of it that is compiled, and run if it can be.
//!
//! rustdoc has a measure of its own for that, but no stable one, and it passes over what is exported from a private module.

use std::fs;
use std::path::Path;

/// The public items of a source that have no example that asserts something, as line number and line, and how many items
/// there are. A program that cannot run here, such as a bot's `main`, needs to assert nothing.
fn without_example(source: &str) -> (Vec<(usize, &str)>, usize) {
    let (mut missing, mut items) = (Vec::new(), 0);
    let mut has_example = false;
    // What stands behind the three signs that begin the block in which the line is.
    let mut block = None;
    let (mut is_in_attribute, mut is_in_trait) = (false, false);
    for (number, line) in (1..).zip(source.lines()) {
        let text = line.trim_start();
        if let Some(doc) = text.strip_prefix("///") {
            let doc = doc.trim();
            block = match (block, doc.strip_prefix("```")) {
                (None, begins) => begins,
                (Some(_), Some(_)) => None,
                (inside, None) => inside,
            };
            has_example |= block == Some("no_run") || block == Some("") && doc.contains("assert");
            continue;
        }
        // Attributes stand between an item and what is said of it.
        if is_in_attribute || text.starts_with("#[") {
            is_in_attribute = !text.contains(']');
            continue;
        }
        if is_public_item(text) || is_in_trait && text.starts_with("fn ") {
            items += 1;
            if !has_example {
                missing.push((number, text));
            }
        }
        is_in_trait = line != "}" && (is_in_trait || line.starts_with("pub trait "));
        (has_example, block) = (false, None);
    }
    (missing, items)
}

fn is_public_item(text: &str) -> bool {
    let Some(item) = text.strip_prefix("pub ") else { return false };
    let item = item.strip_prefix("const ").unwrap_or(item);
    ["fn ", "struct ", "enum ", "trait "].iter().any(|keyword| item.starts_with(keyword))
}

const SOURCE: &str = "
/// ```
/// assert!(true);
/// ```
#[expect(
    dead_code
)]
pub const fn one() {}

/// ```no_run
/// main();
/// ```
pub struct Two;

/// ```text
/// assert
/// ```
///
/// ```
/// Three;
/// ```
pub struct Three;

pub trait Four {
    fn four();
}

fn five() {}

pub(crate) fn six() {}
";

#[test]
fn an_item_without_an_example_is_found() {
    let (missing, items) = without_example(SOURCE);
    let missing: Vec<&str> = missing.into_iter().map(|(_, text)| text).collect();
    assert_eq!((missing, items), (vec!["pub struct Three;", "pub trait Four {", "fn four();"], 5));
}

#[test]
fn every_public_item_has_an_example() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let (mut missing, mut items) = (Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            let (here, all) = without_example(&source);
            items += all;
            missing.extend(here.iter().map(|(number, text)| format!("{}:{number}: {text}", path.display())));
        }
    }
    assert!(missing.is_empty(), "of {items} public items these have no example:\n{}", missing.join("\n"));
    assert!(items > 500, "{items} items: are they still found?");
}
