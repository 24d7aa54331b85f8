//! What sentences about different cases have in common.

/// A message without what differs from case to case: places, numbers, colours, what is quoted, remarks in parentheses.
#[must_use]
pub(super) fn of_message(message: &str) -> String {
    generalized(&without_remarks(message), false)
}

/// The same for a hint. A line of the bot's own source stays: it tells one crash from another.
#[must_use]
pub(super) fn of_hint(hint: &str) -> String {
    generalized(hint, true)
}

fn generalized(text: &str, keep_lines: bool) -> String {
    let text = without_quoted(text);
    let mut shape = String::new();
    let mut before = "";
    for word in text.split_whitespace() {
        let core = word.trim_matches(|c: char| ",.;:()'\"".contains(c));
        let end = &word[word.trim_end_matches([',', '.', ';', ':']).len()..];
        let is_place = keep_lines && (before == "line" || is_source_place(core));
        let general = if is_place { None } else { general(core) };
        if !shape.is_empty() {
            shape.push(' ');
        }
        match general {
            Some(general) => {
                shape.push_str(general);
                shape.push_str(end);
            }
            None => shape.push_str(word),
        }
        before = core;
    }
    for list in ["# #", "#, #", "# and #", "# or #"] {
        while shape.contains(list) {
            shape = shape.replace(list, "#");
        }
    }
    without_repetition(&shape.replace("# are ", "# is "))
}

/// Of several reasons that are the same in this way, one.
fn without_repetition(shape: &str) -> String {
    let Some((before, reasons)) = shape.split_once(", but ") else { return shape.to_owned() };
    let mut kept: Vec<&str> = Vec::new();
    for reason in reasons.split(", and ") {
        if !kept.contains(&reason) {
            kept.push(reason);
        }
    }
    format!("{before}, but {}", kept.join(", and "))
}

/// What stands for a word that is another one in each case; none for a word that says something.
fn general(word: &str) -> Option<&'static str> {
    let one_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    if one_letter || word.contains(|c: char| c.is_ascii_digit() || c == '|') {
        Some("#")
    } else if matches!(word, "black" | "white" | "red" | "blue" | "green" | "yellow") {
        Some("colour")
    } else {
        None
    }
}

/// Whether it is like `main.rs:5:9`.
fn is_source_place(word: &str) -> bool {
    word.split_once(':').is_some_and(|(file, line)| {
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        line.starts_with(|c: char| c.is_ascii_digit())
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

fn without_remarks(text: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

fn without_quoted(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part } else { "#" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_the_same_fault_have_one_shape() {
        for (one, other) in [
            ("answered RA1A2, but A1 and A2 are covered", "answered BC3C4, but C4 is covered"),
            ("played RA1A2, but A1 is red, and A2 is green", "played BC3C4, but C4 is blue"),
            (
                "show_board shows a white stone on a3; right is nothing after unset a3",
                "show_board shows a black stone on y25; right is nothing after unset y25 (2 cells differ)",
            ),
            ("the answer came after 61.5 ms (processor time used: 2 ms)", "the answer came after 58.1 ms"),
            ("found `x`, expected a digit", "found ` y z`, expected a digit"),
        ] {
            assert_eq!(of_message(one), of_message(other));
        }
        assert_ne!(of_message("A1 is covered"), of_message("A1 is a wall"));
        assert_ne!(of_message("after init_board 1"), of_message("after unset a1"));
    }

    #[test]
    fn a_line_of_the_bots_source_tells_crashes_apart() {
        let python = |line: u32, key: &str| of_hint(&format!("bot.py, line {line}: KeyError: '{key}'"));
        assert_eq!(python(7, "a1"), python(7, "b12"));
        assert_ne!(python(7, "a1"), python(8, "a1"));
        assert_ne!(of_hint("panicked at src/main.rs:5:9"), of_hint("panicked at src/main.rs:6:9"));
    }
}
