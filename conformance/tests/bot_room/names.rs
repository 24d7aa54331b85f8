//! The name of a submitted source.

use std::path::Path;

use super::{folder, write};
use botspec::bot::named_source;

#[test]
fn a_source_named_after_its_team_is_found() {
    for extension in ["c", "cpp", "java", "py"] {
        let (_temp, place) = folder();
        write(place.join("helper.py"), "x");
        write(place.join(format!("Team7.{extension}")), "x");
        assert_eq!(named_source(&place, "Team7").unwrap(), Path::new(&format!("Team7.{extension}")));
    }
}

#[test]
fn what_comes_nearest_is_named() {
    for (name, content, instead) in [
        ("team7.py", "x", "; team7.py differs in upper and lower case"),
        ("Team7.PY", "x", "; Team7.PY differs in upper and lower case"),
        ("Team7.rs", "x", "; Team7.rs has an extension that the contest does not take"),
        ("bot.py", "x", "; bot.py is a source under another name"),
        ("Team7.c", " \n", "; Team7.c is empty"),
        ("src/Team7.py", "x", ""),
        ("README", "x", ""),
    ] {
        let (_temp, place) = folder();
        write(place.join(name), content);
        let error = named_source(&place, "Team7").unwrap_err().to_string();
        assert_eq!(
            error,
            format!("there is no source Team7.c, Team7.cpp, Team7.java or Team7.py{instead}"),
            "{name}"
        );
    }
    let (_temp, place) = folder();
    write(place.join("Team7.c"), b"\0asm\x01\0\0\0");
    assert!(
        named_source(&place, "Team7")
            .unwrap_err()
            .to_string()
            .ends_with("Team7.c is compiled code, not source")
    );
    std::fs::create_dir(place.join("Team7.java")).unwrap();
    assert!(named_source(&place.join("nowhere"), "Team7").is_err());
}
