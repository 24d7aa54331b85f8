//! `power4/output/format`

use botspec_sdk::games::power4::{Drop, Position};

type Text = Option<Vec<u8>>;

pub(in crate::power4) fn comma(_: &Position, drop: Drop) -> Text {
    Some(format!("{},{}", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn no_blank(_: &Position, drop: Drop) -> Text {
    Some(format!("{}{}", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn one_number(_: &Position, drop: Drop) -> Text {
    Some(format!("{}\n", drop.column).into_bytes())
}

pub(in crate::power4) fn three_numbers(position: &Position, drop: Drop) -> Text {
    Some(format!("{} {drop}\n", position.team()).into_bytes())
}

pub(in crate::power4) fn brackets(_: &Position, drop: Drop) -> Text {
    Some(format!("({}, {})\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn words(_: &Position, drop: Drop) -> Text {
    Some(format!("kind {} column {}\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn plus_sign(_: &Position, drop: Drop) -> Text {
    Some(format!("{} +{}\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn leading_zero(_: &Position, drop: Drop) -> Text {
    Some(format!("{} 0{}\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn decimals(_: &Position, drop: Drop) -> Text {
    Some(format!("{}.0 {}.0\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn carriage_return(_: &Position, drop: Drop) -> Text {
    Some(format!("{}\r{}", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn zero_byte(_: &Position, drop: Drop) -> Text {
    Some(format!("{drop}\0").into_bytes())
}

pub(in crate::power4) fn byte_order_mark(_: &Position, drop: Drop) -> Text {
    Some(format!("\u{feff}{drop}\n").into_bytes())
}

pub(in crate::power4) fn no_break(_: &Position, drop: Drop) -> Text {
    Some(drop.to_string().replace(' ', "\u{a0}").into_bytes())
}

pub(in crate::power4) fn huge(_: &Position, drop: Drop) -> Text {
    Some(format!("{drop}\n").repeat(2 << 20).into_bytes())
}

pub(in crate::power4) fn letter(_: &Position, drop: Drop) -> Text {
    let letter = char::from(b'a' + drop.column.number() - 1);
    Some(format!("{} {letter}\n", drop.kind.number()).into_bytes())
}

pub(in crate::power4) fn utf16(_: &Position, drop: Drop) -> Text {
    Some(drop.to_string().encode_utf16().flat_map(u16::to_le_bytes).collect())
}

pub(in crate::power4) fn other_digits(_: &Position, drop: Drop) -> Text {
    let arabic = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(0x0660 + digit)).unwrap_or(c);
    Some(drop.to_string().chars().map(arabic).collect::<String>().into_bytes())
}

pub(in crate::power4) fn empty(_: &Position, _: Drop) -> Text {
    Some(Vec::new())
}

pub(in crate::power4) fn remark_on_specials(_: &Position, drop: Drop) -> Text {
    drop.kind.is_special().then(|| format!("{drop} # boom\n").into_bytes())
}

pub(in crate::power4) fn twice_on_the_right(_: &Position, drop: Drop) -> Text {
    (drop.column.number() > 4).then(|| format!("{drop}\n{drop}\n").into_bytes())
}

pub(in crate::power4) fn empty_late(position: &Position, _: Drop) -> Text {
    (position.columns().count() == 1).then(Vec::new)
}
