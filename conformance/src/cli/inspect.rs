//! `botspec inspect`.

use std::fmt::{Display, Write as _};
use std::io::Read as _;
use std::path::Path;

use botspec_sdk::games::flit::{Player, Variant};
use botspec_sdk::games::hex::Colour;
use botspec_sdk::games::power4::{BoardText, Kind, Kinds, Team};

use super::args::{Format, GameName, InspectArgs, Side};
use super::error::CliError;
use super::output;
use crate::exit_code::Exit;
use crate::games;
use crate::games::power4::Variant as Rules;
use crate::games::power4::inspect::Books;
use crate::record::Inspection;
use crate::report;

/// No position is longer than this many bytes.
const LONGEST: u64 = 16 << 20;

/// Draws a position, lists what is legal, judges an answer.
pub(super) fn inspect(args: &InspectArgs) -> Result<Exit, CliError> {
    let bytes = read(&args.file)?;
    let answer = args.answer.as_deref();
    // A malformed file is named before what the command line lacks.
    let malformed = |error: &dyn Display| CliError::usage(format!("{}: {error}", args.file.display()));
    let inspection = match args.game {
        GameName::Linkage => {
            games::linkage::inspect::inspect(&bytes, answer).map_err(|error| malformed(&error))
        }
        GameName::Hex => {
            let inspect = |side, answer| games::hex::inspect::inspect(&bytes, side, answer);
            let first = || inspect(Colour::Black, None).err().map(|error| malformed(&error));
            let side = hex_side(args).map_err(|lacking| first().unwrap_or(lacking))?;
            inspect(side, answer).map_err(|error| malformed(&error))
        }
        GameName::Flit => {
            let inspect =
                |(player, variant), answer| games::flit::inspect::inspect(&bytes, player, variant, answer);
            let seat = (Variant::Standard.players()[0], Variant::Standard);
            let first = || inspect(seat, None).err().map(|error| malformed(&error));
            let seat = flit_seat(args).map_err(|lacking| first().unwrap_or(lacking))?;
            inspect(seat, answer).map_err(|error| malformed(&error))
        }
        GameName::Power4 => {
            let first = || BoardText::from_bytes(&bytes).err().map(|error| malformed(&error));
            let books = power4_books(args).map_err(|lacking| first().unwrap_or(lacking))?;
            games::power4::inspect::inspect(&bytes, &books, answer).map_err(|error| malformed(&error))
        }
    }?;
    let bytes = match args.format {
        Format::Json => report::json(&inspection),
        Format::Pretty => pretty(&inspection),
    };
    output::report(&bytes)?;
    let illegal = inspection.answer.is_some_and(|answer| !answer.legal);
    Ok(if illegal { Exit::Failure } else { Exit::Success })
}

/// Which colour of a game of Hex is to move.
fn hex_side(args: &InspectArgs) -> Result<Colour, CliError> {
    match args.side {
        Some(Side::Black) => Ok(Colour::Black),
        Some(Side::White) => Ok(Colour::White),
        None => Err(CliError::usage(
            "a board does not say whose turn it is: add --side black or --side white, the colour to move",
        )),
    }
}

/// Which bot of which game of Flit is to move.
fn flit_seat(args: &InspectArgs) -> Result<(Player, Variant), CliError> {
    let name = args.variant.as_deref().unwrap_or(Variant::Standard.name());
    let variant = Variant::from_name(name).ok_or_else(|| {
        CliError::usage(format!(
            "--variant {name}: no variant of flit is called so; it is one of standard, duel"
        ))
    })?;
    let number = args.bot.ok_or_else(|| {
        CliError::usage("updates do not say whose turn it is: add --bot N, the number of the bot to move")
    })?;
    let player = Player::from_number(number).filter(|player| variant.seats(*player)).ok_or_else(|| {
        CliError::usage(format!("--bot {number}: the bots of {variant} are 1 to {}", variant.players().len()))
    })?;
    Ok((player, variant))
}

/// What a board of Power Connect Four does not tell.
fn power4_books(args: &InspectArgs) -> Result<Books, CliError> {
    let name = args.variant.as_deref().unwrap_or(Rules::NAMES[0]);
    let variant = Rules::from_name(name).ok_or_else(|| {
        let names = Rules::NAMES.join(", ");
        CliError::usage(format!("--variant {name}: no variant of power4 is called so; it is one of {names}"))
    })?;
    let number = args.team.ok_or_else(|| {
        CliError::usage("a board does not say whose turn it is: add --team N, the number of the team to move")
    })?;
    let team =
        Team::new(number).ok_or_else(|| CliError::usage(format!("--team {number}: teams are 1 and 2")))?;
    let kinds = |option: &str, numbers: &[u8]| -> Result<Kinds, CliError> {
        let kind = |&number: &u8| {
            Kind::new(number)
                .filter(|kind| kind.is_special())
                .ok_or_else(|| CliError::usage(format!("{option} {number}: the special disks are 1 to 4")))
        };
        numbers.iter().map(kind).collect()
    };
    Ok(Books {
        team,
        used: kinds("--used", &args.used)?,
        opponent_used: kinds("--opponent-used", &args.opponent_used)?,
        turn: args.turn.unwrap_or(1),
        gravity: variant.gravity(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| CliError::usage(format!("cannot read {}: {error}", path.display())))?;
    if bytes.len() as u64 > LONGEST {
        return Err(CliError::usage(format!("{}: longer than {LONGEST} bytes: no position", path.display())));
    }
    Ok(bytes)
}

fn pretty(inspection: &Inspection) -> Vec<u8> {
    let mut out = String::new();
    if let Some(diagram) = &inspection.diagram {
        out.push_str(&report::draw(diagram));
        out.push('\n');
    }
    if let Some(side) = &inspection.side {
        let _ = writeln!(out, "to move: {side}");
    }
    for problem in &inspection.problems {
        let _ = writeln!(out, "inconsistent: {problem}");
    }
    if let Some(result) = &inspection.result {
        let _ = writeln!(out, "over: {result}");
    }
    if inspection.consistent {
        let _ = writeln!(out, "{} legal:", inspection.legal_count);
        let widest = inspection.legal.iter().map(String::len).max().unwrap_or(1) + 1;
        let per_line = (96 / widest).max(1);
        for line in inspection.legal.chunks(per_line) {
            let texts: String = line.iter().map(|text| format!("{text:widest$}")).collect();
            let _ = writeln!(out, "  {}", texts.trim_end());
        }
    }
    if let Some(answer) = &inspection.answer {
        let word = if answer.legal { "legal" } else { "not legal" };
        let _ = writeln!(out, "\nanswer {}: {word}", crate::evidence::excerpt(answer.text.as_bytes()));
        for violation in &answer.violations {
            let _ = writeln!(out, "  {}: {}", violation.rule, violation.message);
            if let Some(hint) = &violation.hint {
                let _ = writeln!(out, "  hint: {hint}");
            }
        }
    }
    out.into_bytes()
}
