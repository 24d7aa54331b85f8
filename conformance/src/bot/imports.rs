//! The modules beside a script that it imports: without them it does not start, so nobody has to name them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::files::{name_of, short_bytes};
use super::locate::{Extension, Interpreter};
use super::toolbox::is_executable;
use crate::process::ProgramFile;

/// The longest script that is read, in bytes: some hold their book.
const MAX_SCRIPT: u64 = 16 << 20;
/// The longest first line that is looked at, in bytes.
const MAX_FIRST_LINE: u64 = 4 << 10;
/// How many modules are looked into.
const MAX_MODULES: usize = 1_000;

/// `import a.b as c, d` and `from .a import b, c`, as Python has them: at the head of a line, or behind `;` or `:` in one.
static PYTHON: LazyLock<Regex> = LazyLock::new(|| {
    let statement = r"(?m)(?:^|[;:])[ \t]*(?:from[ \t]+(?<dots>\.*)[ \t]*(?<module>[\w.]*)[ \t]+import[ \t]*(?:\((?<several>[\w, \t\r\n]+)|(?<names>[\w, \t]+))|import[ \t]+(?<modules>(?:[\w., \t]|\\\r?\n)+))";
    Regex::new(statement).expect("it is a regular expression")
});

/// `require("./a")`, `from "./a"` and `import("./a")`, as Node has them.
static NODE: LazyLock<Regex> = LazyLock::new(|| {
    let reference = r#"(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*["'`](?<path>\.{1,2}/[^"'`\n]+)["'`]"#;
    Regex::new(reference).expect("it is a regular expression")
});

/// `__dirname + "/a"` and `path.join(__dirname, "a")`, as Node has them in a file that is no ES module.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    let reference = r#"\b__dirname\s*[,+]\s*["'`](?<path>[^"'`\n]+)["'`]"#;
    Regex::new(reference).expect("it is a regular expression")
});

/// Adds the modules that these files import, those of them that are scripts at the top of the bot's folder, and what those
/// import: all that lie in the script's own folder. What is not there is somebody else's, what leads out of the folder is
/// left out, and what bears the name of a file that is given already is not added.
pub(super) fn collect(files: &mut Vec<ProgramFile>) {
    let mut scripts: Vec<ProgramFile> =
        files.iter().filter(|file| !file.name.contains('/')).cloned().collect();
    // Interpreters look beside the program itself, not beside a link to it.
    if let Some(program) = scripts.first_mut()
        && let Ok(real) = fs::canonicalize(&program.source)
    {
        program.source = real;
    }
    scripts.iter().for_each(|script| collect_of(script, files));
}

/// The names of the modules beside a script without which it does not start, from its folder.
#[must_use]
pub fn imported_by(script: &Path) -> Vec<String> {
    let Ok(source) = fs::canonicalize(script) else { return Vec::new() };
    let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let script = ProgramFile { name, executable: false, source };
    let mut files = Vec::new();
    collect_of(&script, &mut files);
    files.into_iter().map(|file| file.name).collect()
}

fn collect_of(script: &ProgramFile, files: &mut Vec<ProgramFile>) {
    let Some(interpreter) = interpreter_of(script) else { return };
    let Some(top) = script.source.parent().map(Path::to_owned) else { return };
    let Ok(real_top) = fs::canonicalize(&top) else { return };
    let mut known = BTreeSet::from([script.source.clone()]);
    let mut left = vec![script.source.clone()];
    while let Some(importer) = left.pop() {
        let Some(text) = script_text(&importer) else { continue };
        let folder = importer.parent().unwrap_or(&top);
        let candidates = match interpreter {
            Interpreter::Python => python(&text, &top, folder),
            Interpreter::Node => node(&text, folder),
            Interpreter::Java => return,
        };
        for path in candidates {
            let is_there = path.is_file()
                && fs::canonicalize(&path).is_ok_and(|real| real.starts_with(&real_top))
                && known.len() < MAX_MODULES;
            let Ok(inside) = path.strip_prefix(&top) else { continue };
            let Ok(name) = name_of(inside) else { continue };
            if is_there && known.insert(path.clone()) {
                left.push(path.clone());
                if files.iter().any(|file| file.name == name) {
                    continue;
                }
                files.push(ProgramFile { name, executable: is_executable(&path), source: path });
            }
        }
    }
}

/// What runs a script: by the extension of its name, which may be that of a link, or of what it is, or else by its first line.
fn interpreter_of(script: &ProgramFile) -> Option<Interpreter> {
    let by_extension = |path: &Path| match Extension::of(path)? {
        Extension::Script(interpreter) => Some(interpreter),
        Extension::Source(_) => None,
    };
    by_extension(Path::new(&script.name))
        .or_else(|| by_extension(&script.source))
        .or_else(|| by_first_line(&script.source))
}

/// What runs a script that begins as with `#!/usr/bin/env python3`.
fn by_first_line(script: &Path) -> Option<Interpreter> {
    let mut head = Vec::new();
    fs::File::open(script).ok()?.take(MAX_FIRST_LINE).read_to_end(&mut head).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let mut names = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or_default());
    let mut name = names.next()?;
    if name == "env" {
        name = names.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    if name.starts_with("python") || name.starts_with("pypy") {
        Some(Interpreter::Python)
    } else if matches!(name, "node" | "nodejs") {
        Some(Interpreter::Node)
    } else {
        None
    }
}

/// The text of a script, whatever its encoding: names of modules are in ASCII for the most part.
fn script_text(path: &Path) -> Option<String> {
    short_bytes(path, MAX_SCRIPT).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Where the modules may be that a Python text imports. `top` is the folder of the script, `folder` that of the text.
fn python(text: &str, top: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut module = |base: &Path, dotted: &str| {
        let mut path = base.to_owned();
        for part in dotted.split('.').filter(|part| !part.is_empty()) {
            path.push(part);
            found.extend([path.with_extension("py"), path.join("__init__.py")]);
        }
    };
    let first_words = |list: &str| -> Vec<String> {
        let words = |item: &str| item.split_whitespace().find(|word| *word != "\\").map(str::to_owned);
        list.split(',').filter_map(words).collect()
    };
    for statement in PYTHON.captures_iter(text) {
        if let Some(modules) = statement.name("modules") {
            first_words(modules.as_str()).iter().for_each(|dotted| module(top, dotted));
            continue;
        }
        let part = |name| statement.name(name).map_or("", |part| part.as_str());
        let base = match part("dots").len() {
            0 => Some(top),
            dots => folder.ancestors().nth(dots - 1),
        };
        let Some(base) = base else { continue };
        // What is imported from a package may be a module of it.
        module(base, part("module"));
        for name in first_words(part("names")).into_iter().chain(first_words(part("several"))) {
            module(base, &format!("{}.{name}", part("module")));
        }
    }
    found
}

/// Where the modules may be that a text for Node asks for by a path, from its own folder.
fn node(text: &str, folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for reference in NODE.captures_iter(text).chain(BESIDE.captures_iter(text)) {
        let mut path = folder.to_owned();
        for part in Path::new(&reference["path"]).components() {
            match part {
                Component::Normal(name) => path.push(name),
                Component::ParentDir => drop(path.pop()),
                _ => {}
            }
        }
        let with = |extension: &str| PathBuf::from(format!("{}.{extension}", path.display()));
        found.extend(["js", "mjs", "cjs"].map(with));
        found.push(path.join("index.js"));
        // What else is asked for, such as JSON, may be what the bot itself keeps between turns.
        if Extension::of(&path) == Some(Extension::Script(Interpreter::Node)) {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(files: &[(&str, &str)]) -> Vec<String> {
        let temp = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = temp.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let name = files[0].0.to_owned();
        let source = temp.path().join(&name);
        let mut found = vec![ProgramFile { source, name, executable: false }];
        collect(&mut found);
        let mut names: Vec<String> = found.into_iter().skip(1).map(|file| file.name).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_python_script_imports_comes_along() {
        let found = collected(&[
            (
                "bot.py",
                "import os, board as b\nfrom search import tree\nimport late\nif 1:\n    from rules import (legal,\n        order)\n",
            ),
            ("board.py", "import rules\n"),
            ("rules.py", ""),
            ("search/__init__.py", "from . import tree, nodes\n"),
            ("search/tree.py", "from .nodes import Node\nfrom ..above import x\n"),
            ("search/nodes.py", ""),
            ("search/unused.py", ""),
            ("late.py", ""),
            ("other.py", "# import unused\n"),
            ("os.txt", ""),
        ]);
        let expected =
            ["board.py", "late.py", "rules.py", "search/__init__.py", "search/nodes.py", "search/tree.py"];
        assert_eq!(found, expected);
    }

    #[test]
    fn statements_of_python_share_lines_and_go_on_in_the_next() {
        let found = collected(&[
            (
                "bot.py",
                "import sys; import board\ntry: import fast as f\nexcept ImportError: from slow import f\nimport os, \\\n    book\n",
            ),
            ("board.py", ""),
            ("fast.py", ""),
            ("slow.py", ""),
            ("book.py", ""),
        ]);
        assert_eq!(found, ["board.py", "book.py", "fast.py", "slow.py"]);
    }

    #[test]
    fn a_script_need_not_be_in_utf_8() {
        let temp = tempfile::tempdir().unwrap();
        let at = |name: &str| temp.path().join(name);
        fs::write(at("bot.py"), b"# coding: latin-1\n# \xfcber\nimport board\n").unwrap();
        fs::write(at("board.py"), "").unwrap();
        assert_eq!(imported_by(&at("bot.py")), ["board.py"]);
    }

    #[test]
    fn what_a_node_script_finds_by_its_folder_comes_along() {
        let found = collected(&[
            (
                "bot.js",
                "require(path.join(__dirname, 'board')); require(__dirname + \"/lib/tree.js\"); import(`./end.mjs`); \
                 fs.readFileSync(path.join(__dirname, 'cache.json'))",
            ),
            ("board.js", ""),
            ("lib/tree.js", ""),
            ("end.mjs", ""),
            ("cache.json", "{}"),
        ]);
        assert_eq!(found, ["board.js", "end.mjs", "lib/tree.js"]);
    }

    #[test]
    fn what_a_node_script_requires_comes_along() {
        let found = collected(&[
            (
                "bot.js",
                "const b = require('./board');\nconst fs = require('fs');\nconst t = require( \"./lib/\" );\n",
            ),
            ("board.js", "module.exports = require('./data.json')"),
            ("data.json", "{}"),
            ("lib/index.js", "import('../../outside.js'); require('../board'); import './end.mjs'"),
            ("lib/end.mjs", ""),
            ("fs.js", ""),
        ]);
        assert_eq!(found, ["board.js", "lib/end.mjs", "lib/index.js"]);
    }

    #[test]
    fn a_script_without_an_extension_is_known_by_its_first_line() {
        for line in [
            "#!/usr/bin/env python3",
            "#! /usr/bin/env -S LANG=C python3.11 -u",
            "#!/home/me/venv/bin/python",
            "#!/usr/bin/pypy3\r",
        ] {
            let text = format!("{line}\nimport board\n");
            assert_eq!(collected(&[("bot", &text), ("board.py", "")]), ["board.py"], "{line}");
        }
        let node = "#!/usr/bin/env node\nrequire('./board')\n";
        assert_eq!(collected(&[("bot", node), ("board.js", "")]), ["board.js"]);
        for text in ["#!/bin/sh\nimport board\n", "#!\nimport board\n", "import board\n", ""] {
            assert!(collected(&[("bot", text), ("board.py", "")]).is_empty(), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_lies_elsewhere_does_not() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join("bot");
        fs::create_dir(&folder).unwrap();
        fs::write(temp.path().join("secret.py"), "").unwrap();
        fs::write(folder.join("bot.py"), "import secret\nfrom ... import secret\n").unwrap();
        std::os::unix::fs::symlink(temp.path().join("secret.py"), folder.join("secret.py")).unwrap();
        let mut found =
            vec![ProgramFile { source: folder.join("bot.py"), name: "bot.py".to_owned(), executable: false }];
        collect(&mut found);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
