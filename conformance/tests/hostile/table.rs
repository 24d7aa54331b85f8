//! The table of attacks, as it stands in `attacks.txt`.

use std::sync::OnceLock;

use crate::row::{Expected, Row, Who};

const TEXT: &str = include_str!("attacks.txt");

/// All attacks.
///
/// # Panics
///
/// If the table does not have its form: that is for whoever writes a row.
pub(crate) fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows: Vec<Row> = Vec::new();
        // Where the attack begins in the row's first line: what goes on below is indented from there.
        let mut margin = 0;
        for line in TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with(' ') {
                let row = rows.last_mut().expect("a line that goes on follows a row");
                row.attack = format!("{}\n{}", row.attack, line.get(margin..).unwrap_or_default());
                continue;
            }
            let row = row(line).unwrap_or_else(|| panic!("no row: {line}"));
            margin = line.len() - row.attack.len();
            rows.push(row);
        }
        rows
    })
}

fn row(line: &str) -> Option<Row> {
    let (name, rest) = line.split_once(' ')?;
    let (who, rest) = rest.trim_start().split_once(' ')?;
    let (expected, attack) = rest.trim_start().split_once(' ')?;
    let mut words = who.split('+');
    let who = match words.next()? {
        "file" => Who::File,
        "stream" => Who::Stream,
        "both" => Who::Both,
        _ => return None,
    };
    let (mut needs_namespaces, mut is_alone) = (false, false);
    for word in words {
        match word {
            "namespaces" => needs_namespaces = true,
            "alone" => is_alone = true,
            _ => return None,
        }
    }
    let expected = match expected {
        "held" => Expected::Held,
        "late" => Expected::Late,
        "crash" => Expected::Crash,
        "missing" => Expected::Missing,
        "malformed" => Expected::Malformed,
        "plays" => Expected::Plays,
        _ => Expected::Checked(expected.strip_prefix("checked:")?.split(',').map(str::to_owned).collect()),
    };
    Some(Row {
        name: name.to_owned(),
        who,
        needs_namespaces,
        is_alone,
        expected,
        attack: attack.trim_start().to_owned(),
    })
}
