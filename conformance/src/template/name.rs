//! What a bot's folder can be called: what a Cargo package can be called too. `name.rhai` of each template says the same
//! to those who use `cargo generate`.

/// The longest name, in characters.
const MAX_LENGTH: usize = 64;

/// Names that do not build, or not everywhere: words of Rust, crates that come with it, folders that cargo makes, what the
/// bot depends on, and what Windows keeps to itself.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    "alloc", "core", "proc-macro", "std", "test",
    "build", "deps", "examples", "incremental",
    "botspec-sdk",
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt1", "lpt2", "lpt3", "lpt4",
    "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Whether a bot's folder can be called so.
///
/// # Errors
/// With what to do, if the name is not made of small letters and digits, with all `-` or all `_` between the words, if
/// it is longer than 64 characters, or if it is a name that Rust, cargo or Windows uses itself.
pub(crate) fn check(name: &str) -> Result<(), String> {
    let separator = if name.contains('_') { '_' } else { '-' };
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !name.split(separator).all(is_word) {
        let instead = spelled(name);
        let such_as = if instead.is_empty() || is_taken(&instead) { "my-bot".to_owned() } else { instead };
        return Err(format!(
            "a bot's folder cannot be called {}: write small letters and digits, with - between words, such as \
             {such_as}; --bot-name gives the bot any other name",
            name.escape_debug()
        ));
    }
    if name.len() > MAX_LENGTH {
        return Err(format!(
            "the name has {} characters, and a package can have {MAX_LENGTH}: write a shorter one; --bot-name gives \
             the bot a longer one",
            name.len()
        ));
    }
    if is_taken(name) {
        return Err(format!(
            "a bot's folder cannot be called {name}, since Rust, cargo or Windows uses that name itself: write \
             another one, such as {name}{separator}bot; --bot-name gives the bot any name"
        ));
    }
    Ok(())
}

fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name.replace('_', "-").as_str())
}

/// How cargo would write it: `MyBot 2` becomes `my-bot-2`.
fn spelled(name: &str) -> String {
    let mut out = String::new();
    let mut was_small = false;
    for c in name.chars().take(MAX_LENGTH) {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && was_small {
                out.push('-');
            }
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('-') {
            out.push('-');
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    out.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_packages_are_taken() {
        for name in ["a", "my-bot", "my_bot", "bot2", "3rd-bot", "hex", "tests", "a-1"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn what_no_package_is_called_is_refused_with_what_would_do() {
        for (name, instead) in [
            ("MyBot", "my-bot"),
            ("my bot", "my-bot"),
            ("my-bot_2", "my-bot-2"),
            ("--x", "such as x;"),
            ("a--b", "a-b"),
            ("../bot", "such as bot;"),
            ("bots/mine", "bots-mine"),
            ("", "my-bot"),
            (".", "my-bot"),
            ("Test", "my-bot"),
            ("b\u{e4}r", "b-r"),
            ("a\n", "such as a;"),
        ] {
            let message = check(name).unwrap_err();
            assert!(message.contains(instead), "{name:?}: {message}");
        }
        assert!(check(&"a".repeat(65)).unwrap_err().contains("65 characters"));
        assert!(check("proc_macro").unwrap_err().contains("such as proc_macro_bot;"));
        assert!(check("build").unwrap_err().contains("such as build-bot;"));
    }

    /// What one way of generating refuses, the other one refuses too.
    #[test]
    fn the_hook_of_each_template_knows_the_same_names() {
        for game in crate::suite::Game::all() {
            let hook = super::super::EMBEDDED.get_file(format!("{game}/name.rhai")).unwrap();
            let list = hook.contents_utf8().unwrap().split("let taken = [").nth(1).unwrap();
            let list = list.split(']').next().unwrap();
            let known: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
            assert_eq!(known, TAKEN, "{game}");
        }
    }
}
