//! `botspec inspect`.

use std::fmt::{Display, Write as _};

use botspec_sdk::games::flit::{Player, Variant};
use botspec_sdk::games::hex::Colour;

use super::args::{Format, InspectArgs, Side};
use super::error::CliError;
use super::{input, output};
use crate::exit_code::Exit;
use crate::games;
use crate::games::power4::inspect::{Fault, Told};
use crate::record::{GameKind, Inspection};
use crate::report;

/// No position is longer than this many bytes.
const LONGEST: u64 = 16 << 20;

/// Draws a position, lists what is legal, judges an answer.
pub(super) fn inspect(args: &InspectArgs) -> Result<Exit, CliError> {
    let bytes = input::file_or_stdin(&args.file, LONGEST)?;
    let answer = args.answer.as_deref();
    // A malformed file is named before what the command line lacks.
    let malformed = |error: &dyn Display| CliError::usage(format!("{}: {error}", args.file.display()));
    let inspection = match args.game {
        GameKind::Linkage => {
            games::linkage::inspect::inspect(&bytes, answer).map_err(|error| malformed(&error))
        }
        GameKind::Hex => {
            let inspect = |side, answer| games::hex::inspect::inspect(&bytes, side, answer);
            let first = || inspect(Colour::Black, None).err().map(|error| malformed(&error));
            let side = hex_side(args).map_err(|lacking| first().unwrap_or(lacking))?;
            inspect(side, answer).map_err(|error| malformed(&error))
        }
        GameKind::Flit => {
            let inspect =
                |(player, variant), answer| games::flit::inspect::inspect(&bytes, player, variant, answer);
            let seat = (Variant::Standard.players()[0], Variant::Standard);
            let first = || inspect(seat, None).err().map(|error| malformed(&error));
            let seat = flit_seat(args).map_err(|lacking| first().unwrap_or(lacking))?;
            inspect(seat, answer).map_err(|error| malformed(&error))
        }
        GameKind::Power4 => {
            let told = Told {
                team: args.team,
                used: &args.used,
                opponent_used: &args.opponent_used,
                turn: args.turn,
                variant: args.variant.as_deref(),
            };
            games::power4::inspect::inspect(&bytes, &told, answer).map_err(|fault| match fault {
                Fault::Malformed(error) => malformed(&error),
                Fault::Lacking(what) => CliError::usage(what),
            })
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
        CliError::usage(format!("--variant {name}: flit has no such variant; choose one of standard, duel"))
    })?;
    let number = args.bot.ok_or_else(|| {
        CliError::usage("updates do not say whose turn it is: add --bot N, the number of the bot to move")
    })?;
    let player = Player::from_number(number).filter(|player| variant.seats(*player)).ok_or_else(|| {
        CliError::usage(format!("--bot {number}: the bots of {variant} are 1 to {}", variant.players().len()))
    })?;
    Ok((player, variant))
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
