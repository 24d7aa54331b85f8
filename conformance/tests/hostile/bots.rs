//! Bots that attack in their first turn.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ground::Scene;

/// What every attack may use.
const PRELUDE: &str = include_str!("prelude.py");
/// What a bot answers after an attack that came to nothing: no move of any contest.
pub(crate) const HELD: &str = "HELD";

/// A contest, and what a bot needs to know of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Game {
    pub(crate) name: &'static str,
    /// A bot of the examples, which plays right.
    example: &'static str,
    /// What a bot reads and writes, if it plays through files.
    files: Option<[&'static str; 2]>,
    /// A case in which a bot has a turn.
    pub(crate) case: &'static str,
    /// Options of a game in which the first bot that is named begins.
    pub(crate) options: &'static [&'static str],
    /// The rules that answers break which are no moves, and which are not there.
    pub(crate) rules: [&'static str; 2],
}

pub(crate) const LINKAGE: Game = Game {
    name: "linkage",
    example: "linkage-python/bot.py",
    files: Some(["input.txt", "order.txt"]),
    case: "linkage/opening/as-more",
    options: &[],
    rules: ["linkage/order/format", "linkage/order/written"],
};
pub(crate) const POWER4: Game = Game {
    name: "power4",
    example: "power4-python/Py0002.py",
    files: Some(["board.txt", "output.txt"]),
    case: "power4/start/team-1-lf",
    options: &["--seed", "2", "--games", "1"],
    rules: ["power4/output/format", "power4/output/written"],
};
pub(crate) const HEX: Game = Game {
    name: "hex",
    example: "hex-python/bot.py",
    files: None,
    case: "hex/first/as-black",
    options: &["--size", "3"],
    rules: ["hex/make-move/format", "hex/make-move/format"],
};
pub(crate) const FLIT: Game = Game {
    name: "flit",
    example: "flit-python/bot.py",
    files: None,
    case: "flit/start/introduction",
    options: &["--variant", "duel"],
    rules: ["flit/reply/format", "flit/reply/one-line"],
};

/// What a bot does when its attack has come to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Afterwards {
    /// It answers with [`HELD`] and ends.
    Answers,
    /// It plays right.
    Plays,
}

impl Game {
    /// The example as it is.
    fn example(self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(self.example)
    }

    /// Writes a bot that does this in its first turn.
    pub(crate) fn attacker(self, scene: &Scene, attack: &str, afterwards: Afterwards) -> io::Result<PathBuf> {
        let begin = match (self.files, afterwards) {
            (Some(_), Afterwards::Answers) => format!("attack()\nwrite(OUTPUT, b'{HELD}\\n')\n"),
            (Some(_), Afterwards::Plays) => "if len(sys.argv) == 1:\n    attack()\n".to_owned(),
            (None, Afterwards::Answers) => {
                format!(
                    "for line in Requests(sys.stdin.buffer):\n    if asks(line):\n        os.write(1, b'{HELD}\\n')\n        break\n"
                )
            }
            (None, Afterwards::Plays) => "sys.stdin = Requests(sys.stdin.buffer)\n".to_owned(),
        };
        let [input, output] = self.files.unwrap_or_default();
        let attack: String = attack.lines().map(|line| format!("    {line}\n")).collect();
        let text = format!(
            "{PRELUDE}INPUT, OUTPUT = {input:?}, {output:?}\n\n\ndef attack():\n{attack}\n\n{begin}\n"
        );
        let play = match afterwards {
            Afterwards::Answers => String::new(),
            Afterwards::Plays => fs::read_to_string(self.example())?,
        };
        // Power Connect Four wants a team's id for a name.
        let path = scene.at("Py0002.py");
        fs::write(&path, text + &play)?;
        Ok(path)
    }

    /// Writes the other bot of a game: one that plays right, or that is not worth waiting for.
    pub(crate) fn opponent(self, scene: &Scene, afterwards: Afterwards) -> io::Result<PathBuf> {
        if afterwards == Afterwards::Plays {
            return Ok(self.example());
        }
        let path = scene.at("Sh0001.py");
        fs::write(&path, "")?;
        Ok(path)
    }
}
