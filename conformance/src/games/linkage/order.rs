//! `linkage/order/…`: the order a bot writes, and whether it may be played.

use botspec_sdk::games::linkage::{OrderText, Position, Reason, Squares};

use super::draw::draw;
use super::skip::{FORCED, UNFORCED};
use crate::evidence::decoded;
use crate::file_session::Miswritten;
use crate::record::{At, HintCandidate, Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `linkage/order/written`.
pub(super) static WRITTEN: Requirement = Requirement {
    id: "linkage/order/written",
    level: Level::Must,
    demand: "after a turn `order.txt` exists and was written by that turn; a stale or longer file left there before is fully replaced",
    why: "The game runner reads order.txt as soon as your bot has ended. If the file is missing, left over from the turn before, or still has the tail of a longer text after your order, the runner reads no order or the wrong one, and the game is lost.",
    source: "contest text, \"Playing a Turn\", step 3: \"Output your move to the file order.txt in the same location as your Bot\"; Decision L4: a missing order loses the game",
    fix: "Open order.txt for writing with truncation (\"w\" in C and Python, File::create in Rust), write the whole order, close the file, and only then end. Do not append, and do not open it for update.",
    right: "open(folder / \"order.txt\", \"w\").write(\"RA1B1\\n\")",
    wrong: "open(folder / \"order.txt\", \"r+\").write(\"RA1B1\") on a file that held \"GE4F4\\r\\n// best of 12\"",
    applies: Applies::Always,
};

/// `linkage/order/format`.
pub(super) static FORMAT: Requirement = Requirement {
    id: "linkage/order/format",
    level: Level::Must,
    demand: "`order.txt` holds five characters, colour R B G Y and two squares A-G 1-7, or the word `Skip`; one line end (LF or CRLF) may follow, and nothing else",
    why: "The game runner reads the order by position: the first character is the colour, then column and row of each square. Anything else cannot be played, and a malformed order loses the game.",
    source: "contest text, \"Input File Format\": \"Each order is five characters long. CX1Y1X2Y2 where X is the column with letters A-G and Y is the row with chars 1-7\"; examples YA1A2 and GE4F4",
    fix: "Write the colour as one upper-case letter, then column letter and row digit of both squares, without blanks, commas or lower case; `Skip` with a capital S.",
    right: "GE4F4",
    wrong: "G E4 F4 (blanks), gE4F4 (lower case), G4E4F (row before column), SKIP",
    applies: Applies::Always,
};

/// `linkage/order/colour`.
pub(super) static COLOUR: Requirement = Requirement {
    id: "linkage/order/colour",
    level: Level::Must,
    demand: "the colour it plays has a domino left",
    why: "Each colour has six dominoes. Once a colour's count in the first line of input.txt is 0, playing it is illegal and loses the game.",
    source: "contest text, \"Input File Format\": \"once any domino count reaches zero, you can no longer play that color domino\"",
    fix: "Read the four digits after M or F: they are the dominoes left in the order R B G Y. Play only colours whose digit is not 0.",
    right: "M0612 and an order that begins with B, G or Y",
    wrong: "M0612 and RA1B1",
    applies: Applies::Always,
};

/// `linkage/order/adjacent`.
pub(super) static ADJACENT: Requirement = Requirement {
    id: "linkage/order/adjacent",
    level: Level::Must,
    demand: "the two squares of its order are orthogonal neighbours",
    why: "A domino covers two squares side by side or one above the other. Anything else is not a domino, and an illegal order loses the game.",
    source: "contest text, \"Input File Format\": \"the domino occupies two squares so X1Y1 and X2Y2 should be adjacent horizontally or vertically\"",
    fix: "The second square must differ from the first by exactly one column or exactly one row. Check the edges: G and A are not neighbours, nor are rows 7 and 1.",
    right: "RA1B1, RA1A2",
    wrong: "RA1B2 (diagonal), RA1C1 (a gap), RA1A1 (one square), RG1A2 (round the edge)",
    applies: Applies::Always,
};

/// `linkage/order/vacant`.
pub(super) static VACANT: Requirement = Requirement {
    id: "linkage/order/vacant",
    level: Level::Must,
    demand: "neither square of its order holds a domino or the centre",
    why: "No domino can lie on another one or on the blocked centre D4; an illegal order loses the game.",
    source: "contest text: \"No domino can be played on an existing domino\"; the centre square is \"blocked out (it's unplayable)\"",
    fix: "Play only on squares that are '.' in input.txt. If the squares look empty to your bot, check that row 1 is the first board line and column A its first character.",
    right: "an order on two '.' squares",
    wrong: "RD3D4 (D4 is the centre X)",
    applies: Applies::Always,
};

/// `linkage/order/clear-of-opponent`.
pub(super) static CLEAR: Requirement = Requirement {
    id: "linkage/order/clear-of-opponent",
    level: Level::Must,
    demand: "neither square of its order is marked `x`",
    why: "A domino may not touch the opponent's most recent one. The runner marks the squares around it with a small x; an order that covers one of them is illegal and loses the game.",
    source: "contest text: the player \"must not place the the domino so it's touching (horizontally or vertically) the last piece\" of the opponent; \"x - the unplayable squares around your opponent's last move\"",
    fix: "Treat x like an occupied square, for this turn only. Small x and capital X are different: x is the shadow of the last domino, X the centre.",
    right: "an order on two '.' squares",
    wrong: "RB2B3 while B3 is x",
    applies: Applies::Always,
};

/// The rule that an illegality breaks.
#[must_use]
pub(super) const fn rule_of(reason: &Reason) -> &'static Requirement {
    match reason {
        Reason::ColourExhausted { .. } => &COLOUR,
        Reason::NotAdjacent { .. } => &ADJACENT,
        Reason::Occupied { .. } | Reason::Centre => &VACANT,
        Reason::Marked { .. } => &CLEAR,
        Reason::SkipNotForced { .. } | Reason::GameOver => &UNFORCED,
    }
}

/// Reads the order. `before` is what `order.txt` held before the turn, if it was there.
///
/// # Errors
/// A violation of [`WRITTEN`] if old text is still there, else of [`FORMAT`].
pub(super) fn read(bytes: &[u8], before: Option<&[u8]>) -> Result<OrderText, Box<Miswritten<OrderText>>> {
    let error = match OrderText::from_bytes(bytes) {
        Ok(order) => return Ok(order),
        Err(error) => error,
    };
    if let Some((kept, order)) = before.and_then(|before| left_over(bytes, before)) {
        let violation = WRITTEN
            .violated(format!("order.txt was not replaced as a whole: {kept}"))
            .hint("open order.txt with truncation (mode \"w\"), not for update or appending");
        let meant = order.map(|order| (order, "old text is left"));
        return Err(Box::new(Miswritten { violation, meant }));
    }
    let mut violation = FORMAT.violated(format!("order.txt is malformed: {error}")).at(&error);
    violation.hint = format_hint(bytes).map(str::to_owned);
    violation = violation.with_candidates(out_of_order(bytes));
    Err(Box::new(Miswritten { violation, meant: meant(bytes) }))
}

/// How old text shows in the new one, if it does, and the new order.
fn left_over(bytes: &[u8], before: &[u8]) -> Option<(&'static str, Option<OrderText>)> {
    if before.is_empty() || bytes == before {
        return None;
    }
    if let Some(new) = bytes.strip_prefix(before) {
        let order = OrderText::from_bytes(new.trim_ascii()).ok();
        return Some(("the new order was appended to the old text", order));
    }
    // The longest one has its line end.
    let order = (4..=7).rev().find_map(|len| {
        let (new, rest) = bytes.split_at_checked(len)?;
        // A line end may be all that is left: a bot that always writes two would have left a longer text before.
        let kept = bytes.len() == before.len() && !rest.is_empty() && rest == &before[len..];
        OrderText::from_bytes(new).ok().filter(|_| kept)
    })?;
    Some(("after the new order the end of the old text is still there", Some(order)))
}

/// The order that a malformed text plainly means, and the slip by which it was written so. Nothing is guessed: each
/// of these texts can mean one order only.
pub(super) fn meant(bytes: &[u8]) -> Option<(OrderText, &'static str)> {
    let text = decoded(bytes);
    let order = |text: &str| OrderText::from_bytes(text.as_bytes()).ok();
    let trimmed = text.trim();
    let capital = |text: &str| {
        if text.eq_ignore_ascii_case("skip") { "Skip".to_owned() } else { text.to_ascii_uppercase() }
    };
    if let Some(found) = order(trimmed) {
        return Some((found, if text.len() == bytes.len() { "blanks" } else { "encoding" }));
    }
    if let Some(found) = order(&capital(trimmed)) {
        return Some((found, "case"));
    }
    let compact = compact(trimmed);
    if let Some(found) = order(&compact).or_else(|| order(&capital(&compact))) {
        return Some((found, "separators"));
    }
    match (row_first(&compact), colour_last(&compact)) {
        (Some(found), None) => return Some((found, "row first")),
        (None, Some(found)) => return Some((found, "colour last")),
        // G1G2B is either.
        (Some(_), Some(_)) => return None,
        (None, None) => {}
    }
    let words: Vec<OrderText> = trimmed.split_whitespace().filter_map(order).collect();
    let [first, rest @ ..] = words.as_slice() else { return None };
    rest.iter().all(|other| other == first).then_some((*first, "remark"))
}

/// A text without what may stand between the parts of an order.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !" \t,;-".contains(*c)).collect()
}

/// The order, if a text names rows before columns.
fn row_first(text: &str) -> Option<OrderText> {
    let [colour, y1, x1, y2, x2]: [char; 5] = text.chars().collect::<Vec<_>>().try_into().ok()?;
    OrderText::from_bytes([colour, x1, y1, x2, y2].iter().collect::<String>().as_bytes()).ok()
}

/// The order, if a text names the colour behind the squares.
fn colour_last(text: &str) -> Option<OrderText> {
    let [x1, y1, x2, y2, colour]: [char; 5] = text.chars().collect::<Vec<_>>().try_into().ok()?;
    OrderText::from_bytes([colour, x1, y1, x2, y2].iter().collect::<String>().as_bytes()).ok()
}

/// How a text may have come about that has all parts of an order in another order. Which of two it was is told by
/// texts that can be one of them only.
fn out_of_order(bytes: &[u8]) -> Vec<HintCandidate> {
    let text = compact(String::from_utf8_lossy(bytes).trim());
    let slips = [
        (
            "order: row first",
            row_first(&text),
            "row and column are exchanged: the column letter comes first, then the row digit",
        ),
        ("order: colour last", colour_last(&text), "the colour comes first, then the two squares"),
    ];
    let candidate = |(slip, _, hint): (_, _, &str)| HintCandidate { slip, hint: hint.to_owned() };
    slips.into_iter().filter(|(_, order, _)| order.is_some()).map(candidate).collect()
}

/// What a malformed order was probably meant to be, where one thing alone is wrong with it.
fn format_hint(bytes: &[u8]) -> Option<&'static str> {
    let is_order = |text: &str| OrderText::from_bytes(text.as_bytes()).is_ok();
    if bytes.is_empty() {
        return Some("order.txt is empty: if you use buffered output, close the file before the bot ends");
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Some("the file begins with a byte order mark: write plain ASCII");
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || bytes.get(1) == Some(&0) {
        return Some("the file is UTF-16: write plain ASCII, one byte a character");
    }
    let text = String::from_utf8_lossy(bytes);
    let trimmed = text.trim();
    let compact: String = trimmed.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let capital = |text: &str| {
        if text.eq_ignore_ascii_case("skip") { "Skip".to_owned() } else { text.to_ascii_uppercase() }
    };
    let zero_based: String = compact
        .chars()
        .map(|c| c.to_digit(10).and_then(|digit| char::from_digit(digit + 1, 10)).unwrap_or(c))
        .collect();
    if is_order(trimmed) {
        Some("it would be right without the blanks or line ends around it: only one line end may follow")
    } else if is_order(&capital(trimmed)) {
        Some(
            "upper and lower case matter: colours and columns in capitals, and the word Skip as written here",
        )
    } else if trimmed.lines().count() > 1 && trimmed.lines().any(|line| is_order(line.trim())) {
        Some("write one order and nothing else: the file is not a log")
    } else if is_order(&compact) || is_order(&capital(&compact)) {
        Some("write the five characters without anything between or around them")
    } else if is_order(&zero_based) {
        Some("rows are counted from 1 to 7, not from 0")
    } else {
        None
    }
}

/// Judges a well-formed order on a position: one violation a rule, in the order of the spec.
#[must_use]
pub(super) fn judge(position: &Position, order: OrderText) -> Vec<Violation> {
    if position.must_skip() && order != OrderText::Skip {
        let violation = FORCED
            .violated(format!("answered {order}, but nothing is legal here: the only answer is Skip"))
            .drawn(draw(position, Some(order), faulty_squares(&position.faults(order))));
        return vec![violation];
    }
    let faults = position.faults(order);
    let mut violations: Vec<Violation> = Vec::new();
    for rule in [&COLOUR, &ADJACENT, &VACANT, &CLEAR, &UNFORCED] {
        let broken: Vec<Reason> =
            faults.iter().filter(|reason| rule_of(reason).id == rule.id).copied().collect();
        if broken.is_empty() {
            continue;
        }
        let reasons: Vec<String> = broken.iter().map(Reason::to_string).collect();
        let verb = if order == OrderText::Skip { "answered Skip" } else { "played" };
        let named = if order == OrderText::Skip { String::new() } else { format!(" {order}") };
        let mut violation = rule
            .violated(format!("{verb}{named}, but {}", reasons.join(", and ")))
            .drawn(draw(position, Some(order), faulty_squares(&broken)));
        violation.at = Some(place_of(order, &broken));
        violations.push(violation);
    }
    violations
}

fn faulty_squares(reasons: &[Reason]) -> Squares {
    reasons.iter().fold(Squares::EMPTY, |all, reason| all.union(reason.squares()))
}

/// The characters of the order that the faults are about.
fn place_of(order: OrderText, reasons: &[Reason]) -> At {
    let at = |column, length| At { line: 1, column, length };
    let OrderText::Place { first, .. } = order else { return at(1, 4) };
    let squares = faulty_squares(reasons);
    if squares.is_empty() {
        at(1, 1)
    } else if squares.len() == 2 {
        at(2, 4)
    } else if squares.contains(first) {
        at(2, 2)
    } else {
        at(4, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_text_is_told_from_a_slip() {
        let stale = b"GE4F4 # chosen among 12\n".as_slice();
        let rule = |bytes: &[u8], before: Option<&[u8]>| read(bytes, before).unwrap_err().violation.rule;
        assert_eq!(rule(b"RA1B1 # chosen among 12\n", Some(stale)), WRITTEN.id);
        assert_eq!(rule(b"GE4F4 # chosen among 12\nRA1B1", Some(stale)), WRITTEN.id);
        assert_eq!(rule(b"Skip\n1", Some(b"RA1B\n1")), WRITTEN.id);
        assert_eq!(rule(b"RA1B1 # mine", Some(stale)), FORMAT.id);
        assert_eq!(rule(b"ra1b1", None), FORMAT.id);
    }

    #[test]
    fn what_is_plainly_meant_is_read() {
        let read = |text: &[u8]| meant(text).map(|(order, slip)| (order.to_string(), slip));
        let found = |order: &str, slip| Some((order.to_owned(), slip));
        assert_eq!(read(b"RA1B1\n\n"), found("RA1B1", "blanks"));
        assert_eq!(read(b" RA1B1\r\n\r\n"), found("RA1B1", "blanks"));
        assert_eq!(read(b"ra1b1\n"), found("RA1B1", "case"));
        assert_eq!(read(b"SKIP"), found("Skip", "case"));
        assert_eq!(read(b"R A1, B1"), found("RA1B1", "separators"));
        assert_eq!(read(b"R1A1B"), found("RA1B1", "row first"));
        assert_eq!(read(b"A1B1R"), found("RA1B1", "colour last"));
        assert_eq!(read(b"RA1B1 # the best of 12"), found("RA1B1", "remark"));
        assert_eq!(read(b"RA1B1\0"), found("RA1B1", "encoding"));
        assert_eq!(read("\u{feff}RA1B1".as_bytes()), found("RA1B1", "encoding"));
        assert_eq!(read(b"\xff\xfeS\0k\0i\0p\0"), found("Skip", "encoding"));
        // One of two orders, half an order, rows from 0 and nothing at all may mean anything.
        for unknown in [&b"RA1B1\nRA2B2"[..], b"G1G2B", b"RA1", b"RA0B0", b"", b"hello", b"\xff"] {
            assert_eq!(read(unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn the_new_order_is_found_beside_the_old_text() {
        let stale = b"GE4F4 # chosen among 12\n".as_slice();
        let order = |bytes: &[u8]| read(bytes, Some(stale)).unwrap_err().meant.unwrap().0.to_string();
        assert_eq!(order(b"RA1B1 # chosen among 12\n"), "RA1B1");
        assert_eq!(order(b"GE4F4 # chosen among 12\nRA1B1\n"), "RA1B1");
        assert!(read(b"R", Some(stale)).unwrap_err().meant.is_none());
    }

    #[test]
    fn parts_in_another_order_are_told_from_each_other_where_they_can_be() {
        let slips = |text: &str| out_of_order(text.as_bytes()).iter().map(|it| it.slip).collect::<Vec<_>>();
        assert_eq!(slips("R1A1B"), ["order: row first"]);
        assert_eq!(slips("A1B1R\n"), ["order: colour last"]);
        assert_eq!(slips("G1G2B"), ["order: row first", "order: colour last"]);
        assert_eq!(slips("hello").len() + slips("").len() + slips("\u{e9}1A1").len(), 0);
    }

    #[test]
    fn slips_get_a_hint_that_fits() {
        for (text, hint) in [
            ("", "empty"),
            ("ra1b1", "lower case"),
            ("SKIP", "lower case"),
            ("R A1 B1", "without anything between"),
            ("RA0B0", "from 1"),
            ("RA1B1\n\n", "only one line end"),
            ("\u{feff}RA1B1", "byte order mark"),
            ("thinking\nRA1B1", "not a log"),
        ] {
            let found = format_hint(text.as_bytes()).unwrap_or_default();
            assert!(found.contains(hint), "{text:?}: {found}");
        }
        assert_eq!(format_hint(b"hello"), None);
    }
}
