//! The head of a page that needs nothing else.

use maud::{Markup, PreEscaped, html};

const GENERATOR: &str = "<meta name=\"generator\" content=\"botspec ";

/// Whether a page was written by botspec, whichever version.
#[must_use]
pub fn is_page(page: &[u8]) -> bool {
    page.windows(GENERATOR.len()).any(|part| part == GENERATOR.as_bytes())
}

/// What a browser is told before the body: `by` made it, and it looks like `styles`.
pub(super) fn head(title: &str, by: &str, styles: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="generator" content=(by);
            title { (title) }
            style { @for style in styles { (PreEscaped(style)) } }
        }
    }
}
