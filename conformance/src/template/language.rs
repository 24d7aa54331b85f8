//! The languages of the templates.

use clap::ValueEnum;

/// A language, by the name of its folder in each template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// With the SDK, a crate that parses the formats and knows the rules
    Rust,
    /// Without dependencies
    Python,
    /// Without dependencies
    C,
    /// Without dependencies
    #[value(alias = "c++")]
    Cpp,
    /// Without dependencies
    Java,
}

impl Language {
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [Self::Rust, Self::Python, Self::C, Self::Cpp, Self::Java];

    /// The name of its folder.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Python => "python",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Java => "java",
        }
    }

    /// The name that people give it.
    pub(crate) const fn spoken(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::Python => "Python",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Java => "Java",
        }
    }
}
