//! What somebody probably meant.

/// No name is longer than this many bytes.
const MAX_LENGTH: usize = 200;

/// `: did you mean a, b or c?`, with the nearest of the known names, or nothing if none is near.
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
            (whole.max(tail), name)
        })
        .filter(|(score, _)| *score > 0.7)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    ranked.dedup_by(|a, b| a.1 == b.1);
    let names: Vec<&str> = ranked.iter().take(3).map(|(_, name)| *name).collect();
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
        assert_eq!(nearest("qqq", known), "");
        assert_eq!(nearest(&"linkage/order/format".repeat(50_000), known), "");
    }
}
