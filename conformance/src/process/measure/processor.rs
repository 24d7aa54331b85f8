//! What the processor is called.

/// Its name, where the system tells; no longer than a line.
#[must_use]
pub fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    named(&text)
}

fn named(text: &str) -> Option<String> {
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    let name =
        fields.filter(|(field, _)| field.trim() == "model name").map(|(_, name)| name.trim()).next()?;
    let name: String = name.chars().filter(|c| !c.is_control()).take(100).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_counts() {
        let text = "processor\t: 0\nmodel name\t: Fast 9000\n\nprocessor\t: 1\nmodel name\t: Fast 9001\n";
        assert_eq!(named(text).as_deref(), Some("Fast 9000"));
        assert_eq!(named("Hardware : board\n"), None);
    }
}
