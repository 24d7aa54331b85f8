//! Where finished games are written down and counted, and the one in progress is shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;

use super::book::Book;
use super::output;
use super::screen::Screen;
use crate::process::SandboxError;
use crate::referee::Arbiter;
use crate::referee::score::Count;
use crate::referee::seats::Fixture;
use crate::referee::tournament::{Finished, Observer};

/// Where finished games are written down, and the one in progress is shown.
pub(super) struct Desk<'a> {
    files: Mutex<Files<'a>>,
    bar: ProgressBar,
    names: Vec<String>,
    screen: Option<Mutex<Screen>>,
    decided: AtomicBool,
}

struct Files<'a> {
    books: Vec<Book<'a>>,
    count: Count,
}

impl<'a> Desk<'a> {
    /// A desk for these bots, with nothing on it yet.
    pub(super) fn new(
        books: Vec<Book<'a>>,
        count: Count,
        names: Vec<String>,
        bar: ProgressBar,
        screen: Option<Screen>,
    ) -> Self {
        let files = Mutex::new(Files { books, count });
        Self { files, bar, names, screen: screen.map(Mutex::new), decided: AtomicBool::new(false) }
    }

    /// What has been counted, when all is over.
    pub(super) fn close(self) -> Count {
        self.bar.finish_and_clear();
        self.files.into_inner().unwrap_or_else(PoisonError::into_inner).count
    }

    /// Looks whether a test has come to its end, and says how it stands.
    fn look(&self, count: &Count) {
        let Some(pairs) = count.pairs() else { return };
        self.decided.store(pairs.is_over(), Ordering::Relaxed);
        if let Some(hypotheses) = pairs.hypotheses() {
            let left = hypotheses.pairs_left(pairs.counted());
            let left = left.map(|left| format!(", about {:.0} more games", 2.0 * left)).unwrap_or_default();
            self.bar.set_message(format!("LLR {:.2}{left}", hypotheses.ratio(pairs.counted())));
        }
    }
}

impl Observer for Desk<'_> {
    fn finished(&self, game: Finished) -> Result<(), SandboxError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for book in &mut files.books {
            book.add(&game.record)?;
        }
        files.count.add(&game);
        self.look(&files.count);
        self.bar.inc(1);
        Ok(())
    }

    fn void(&self, fixture: &Fixture, entrant: usize) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.count.add_void(fixture);
        self.look(&files.count);
        drop(files);
        self.bar.inc(1);
        let name = &self.names[entrant];
        self.bar.suspend(|| {
            output::note(&format!(
                "game {} is void: the machine was too busy to judge the time of {name}",
                fixture.number
            ));
        });
    }

    fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    fn position(&self, fixture: &Fixture, arbiter: &dyn Arbiter) {
        if let Some(screen) = &self.screen {
            let names: Vec<&str> = fixture.seating.iter().map(|&bot| self.names[bot].as_str()).collect();
            screen.lock().unwrap_or_else(PoisonError::into_inner).show(fixture, &names, arbiter);
        }
    }
}
