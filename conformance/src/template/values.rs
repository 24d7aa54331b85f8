//! What the files of a template hold in place of `{{ … }}`: for `cargo generate` the hook `pre.rhai` computes the same, and
//! a test holds what comes of both together.

use std::collections::BTreeMap;

use liquid::Object;
use liquid::model::Value;

use super::Language;

/// What was asked for. An empty text is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answers {
    /// The folder's name.
    pub(crate) project: String,
    /// What the bot is called, if not like its folder.
    pub(crate) bot_name: String,
    /// Who writes it.
    pub(crate) author: String,
    /// One to three numbers with dots between.
    pub(crate) version: String,
    /// What only this contest's template asks, by placeholder.
    pub(crate) own: BTreeMap<String, String>,
    /// In which language.
    pub(crate) language: Language,
    /// Where a Rust bot has the SDK from.
    pub(crate) sdk: Sdk,
}

impl Answers {
    /// A bot in Rust, with what the templates take where nothing is said.
    #[cfg(test)]
    pub(super) fn of(project: &str, author: &str) -> Self {
        Self {
            project: project.to_owned(),
            bot_name: String::new(),
            author: author.to_owned(),
            version: "1.0".to_owned(),
            own: BTreeMap::new(),
            language: Language::Rust,
            sdk: Sdk::Registry,
        }
    }
}

/// Where the SDK comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sdk {
    /// From crates.io.
    Registry,
    /// A git address.
    Git(String),
    /// The absolute path of its folder.
    Path(String),
}

/// A text as Rust, Python, Java and TOML write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// As C and C++ write it: two question marks could begin a trigraph.
fn quoted_c(text: &str) -> String {
    quoted(text).replace("??", "?\\?")
}

/// Without the closing quote: something follows.
fn open(quoted: &str) -> &str {
    quoted.strip_suffix('"').unwrap_or(quoted)
}

/// As text in Markdown, where some characters mean something.
fn markdown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>&~|#!{}".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A version with all three numbers, as cargo wants it.
fn semver(version: &str) -> String {
    let mut parts: Vec<&str> = version.split('.').collect();
    parts.resize(3, "0");
    parts.join(".")
}

/// The values of all placeholders of a template.
pub(super) fn of(answers: &Answers) -> Object {
    // What is not asked is nothing.
    let own = |placeholder: &str| answers.own.get(placeholder).cloned().unwrap_or_default();
    let (country, number, team) = (own("country"), own("contest_number"), own("team_id"));
    let project = &answers.project;
    let name = if answers.bot_name.is_empty() { project } else { &answers.bot_name };
    let author = &answers.author;
    let language = answers.language;

    // What the contest wants the program to be called, as a file and as a class.
    let program = if team.is_empty() { format!("bot{number}") } else { team.clone() };
    let class_name = if team.is_empty() { format!("Bot{number}") } else { team.clone() };
    // A Cargo package begins with a letter; its name is the program's too.
    let mut package = if number.is_empty() { project.replace('_', "-") } else { program.clone() };
    if package.starts_with(|c: char| c.is_ascii_digit()) {
        package.insert_str(0, "bot-");
    }
    let dependency = match &answers.sdk {
        Sdk::Registry => quoted("0.1"),
        Sdk::Git(address) => format!("{{ git = {} }}", quoted(address)),
        Sdk::Path(path) => format!("{{ path = {} }}", quoted(path)),
    };
    let sdk_is_path = language == Language::Rust && matches!(answers.sdk, Sdk::Path(_));

    // The line that a bot may have to say about itself, but for the date and the version.
    let mut origin = format!("{name}. {author}, ");
    if !country.is_empty() {
        origin.push_str(&format!("{country}, "));
    }

    let (source, strategy, build, test) = match language {
        Language::Rust => {
            ("src/main.rs".to_owned(), "src/strategy.rs", "cargo build --release".to_owned(), "cargo test")
        }
        Language::Python => {
            let source = format!("{program}.py");
            let build = format!("python3 -m py_compile {source} strategy.py");
            (source, "strategy.py", build, "python3 -m unittest tests/strategy_test.py")
        }
        Language::C => {
            let source = format!("{program}.c");
            let build = format!("cc -O2 -Wall -Wextra -o {program} {source}");
            let test = "cc -Wall -Wextra -o strategy_test tests/strategy_test.c && ./strategy_test";
            (source, "strategy.h", build, test)
        }
        Language::Cpp => {
            let source = format!("{program}.cpp");
            let build = format!("c++ -std=c++17 -O2 -Wall -Wextra -o {program} {source}");
            let test =
                "c++ -std=c++17 -Wall -Wextra -o strategy_test tests/strategy_test.cpp && ./strategy_test";
            (source, "strategy.hpp", build, test)
        }
        Language::Java => {
            let source = format!("{class_name}.java");
            let build = format!("javac -encoding UTF-8 -d build {source}");
            let test =
                "javac -encoding UTF-8 -d build tests/StrategyTest.java && java -cp build StrategyTest";
            (source, "player/Strategy.java", build, test)
        }
    };

    let country_quoted = if country.is_empty() { String::new() } else { quoted(&country) };
    let mut values = Object::new();
    for (key, value) in [
        ("bot_name_quoted", quoted(name)),
        ("bot_name_markdown", markdown(name)),
        ("author_quoted", quoted(author)),
        ("author_markdown", markdown(author)),
        ("country_quoted", country_quoted),
        ("origin_open", open(&quoted(&origin)).to_owned()),
        ("origin_open_c", open(&quoted_c(&origin)).to_owned()),
        ("class_name", class_name),
        ("program", program),
        ("package", package),
        ("version", answers.version.clone()),
        ("semver", semver(&answers.version)),
        ("contest_number", number),
        ("team_id", team),
        ("sdk_dependency", dependency),
        ("source", source),
        ("strategy", strategy.to_owned()),
        ("build_command", build),
        ("test_command", test.to_owned()),
        ("language", language.name().to_owned()),
        ("language_name", language.spoken().to_owned()),
    ] {
        values.insert(key.into(), Value::scalar(value));
    }
    values.insert("sdk_is_path".into(), Value::scalar(sdk_is_path));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_as_each_language_wants_it() {
        assert_eq!(quoted(r#"a"b\c"#), r#""a\"b\\c""#);
        assert_eq!(quoted_c("what??/"), r#""what?\?/""#);
        assert_eq!(markdown("<b>*x*"), r"\<b\>\*x\*");
        assert_eq!(open(&quoted("a. b, ")), "\"a. b, ");
    }

    #[test]
    fn a_version_gets_the_numbers_that_it_lacks() {
        for (version, three) in [("2", "2.0.0"), ("1.0", "1.0.0"), ("2.10.3", "2.10.3")] {
            assert_eq!(semver(version), three);
        }
    }
}
