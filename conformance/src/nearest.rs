//! What somebody probably meant.

use crate::requirement::selects;

/// No name is longer than this many bytes.
const MAX_LENGTH: usize = 200;
/// What is like the whole of it scores 1 at most.
const BEGINS: f64 = 2.0;

/// The ids, and before each the subject that it is of: `linkage/order` of `linkage/order/format`.
pub(crate) fn with_subjects<'a>(ids: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    ids.into_iter().flat_map(|id| {
        let subject = id.match_indices('/').nth(1).map(|(end, _)| &id[..end]);
        subject.into_iter().chain([id])
    })
}

/// `; did you mean a, b or c?`, with the nearest of the known names, or nothing if none is near. If some of them
/// begin with what was written, it was one of these; what lies below a name that is offered is not offered as well.
#[must_use]
pub(crate) fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // Nothing that anybody meant is as long, and comparing takes the square of it.
    if wanted.len() > MAX_LENGTH {
        return String::new();
    }
    let mut ranked: Vec<(f64, &str)> = known
        .into_iter()
        .map(|name| {
            let last = |text: &str| text.rsplit('/').next().unwrap_or_default().to_owned();
            let whole = strsim::jaro_winkler(wanted, name);
            let tail = strsim::jaro_winkler(&last(wanted), &last(name));
            let begins = !wanted.is_empty() && name.starts_with(wanted);
            (if begins { BEGINS } else { whole.max(tail) }, name)
        })
        .filter(|(score, _)| *score > 0.7)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    if ranked.first().is_some_and(|(score, _)| *score >= BEGINS) {
        ranked.retain(|(score, _)| *score >= BEGINS);
    }
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in ranked {
        if names.len() < 3 && !names.iter().any(|known| selects(known, name)) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [init @ .., end] => format!("; did you mean {} or {end}?", init.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name() {
        let known = ["linkage/order/format", "linkage/order/vacant", "linkage/id/fields"];
        assert!(nearest("linkage/order/fromat", known).starts_with("; did you mean linkage/order/format"));
        assert!(nearest("format", known).contains("linkage/order/format"));
        assert_eq!(nearest("linkage/ord", with_subjects(known)), "; did you mean linkage/order?");
        assert!(nearest("order", with_subjects(known)).starts_with("; did you mean linkage/order"));
        assert_eq!(nearest("qqq", known), "");
        assert_eq!(nearest(&"linkage/order/format".repeat(50_000), known), "");
    }
}
