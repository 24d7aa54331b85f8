//! The head of a page that needs nothing else.

use maud::{Markup, PreEscaped, html};

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
