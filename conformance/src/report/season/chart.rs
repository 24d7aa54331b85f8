//! The places of the first bots, week by week.

use maud::{Markup, html};

use super::{Names, Since};
use crate::record::{Season, SeasonWeek};

/// So many bots have a line: more could not be told apart.
const LINES: usize = 10;
/// Places below this one are drawn at the bottom.
const LOWEST: usize = 16;
/// Of the picture, in its own units.
const WIDTH: usize = 640;
const LEFT: usize = 44;
const RIGHT: usize = 64;
const TOP: usize = 16;
const STEP: usize = 28;
/// No more weeks have a number at the axis.
const TICKS: usize = 10;

/// The chart with its key.
pub(super) fn section(season: &Season, latest: &SeasonWeek, names: &Names<'_>, since: &Since) -> Markup {
    let bots: Vec<u32> = latest.standings.iter().take(LINES).map(|it| it.bot).collect();
    let weeks: Vec<&SeasonWeek> = season.weeks.iter().filter(|week| week.complete).collect();
    let places: Vec<Vec<(usize, usize)>> = bots.iter().map(|bot| line(&weeks, *bot, since)).collect();
    let lowest = places.iter().flatten().map(|(_, place)| *place).max().unwrap_or(1).min(LOWEST);
    let height = TOP + lowest * STEP + 24;
    let spread = WIDTH - LEFT - RIGHT;
    let x = |at: usize| LEFT + if weeks.len() > 1 { at * spread / (weeks.len() - 1) } else { spread / 2 };
    let y = |place: usize| TOP + (place.min(LOWEST) - 1) * STEP;
    let name = |bot: u32| names.get(bot, latest.number);
    let told: Vec<String> =
        bots.iter().zip(1..).map(|(bot, place)| format!("{place}. {}", name(*bot))).collect();
    html! {
        @if !weeks.is_empty() {
            section id="chart" aria-labelledby="chart-title" {
                h2 id="chart-title" { "Places over the weeks" }
                figure {
                    svg class="season" viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(format!("Places over the weeks; in the latest: {}", told.join(", "))) {
                        @for place in 1..=lowest {
                            line class="grid" x1=(LEFT) x2=(WIDTH - RIGHT) y1=(y(place)) y2=(y(place)) {}
                            text class="place" x=(LEFT - 16) y=(y(place) + 6) { (place) @if place == LOWEST { "+" } }
                        }
                        @for (at, week) in weeks.iter().enumerate() {
                            @if at % weeks.len().div_ceil(TICKS) == 0 {
                                text class="week" x=(x(at)) y=(height - 4) { (week.number) }
                            }
                        }
                        @for (number, (bot, line)) in bots.iter().zip(&places).enumerate() {
                            @let points: Vec<String> = line.iter().map(|(at, place)| format!("{},{}", x(*at), y(*place))).collect();
                            g class=(format!("line line-{number}")) {
                                title { (name(*bot)) }
                                polyline points=(points.join(" ")) {}
                                @for (at, place) in line { circle cx=(x(*at)) cy=(y(*place)) r="5" {} }
                                @if let Some((at, place)) = line.last() {
                                    text x=(x(*at) + 12) y=(y(*place) + 6) { (bot) }
                                }
                            }
                        }
                    }
                    figcaption {
                        ul class="key" {
                            @for (number, bot) in bots.iter().enumerate() {
                                li { svg class="sample" viewBox="0 0 40 12" aria-hidden="true" { g class=(format!("line line-{number}")) { polyline points="0,6 40,6" {} } } " " (name(*bot)) }
                            }
                        }
                        @if latest.standings.len() > LINES { p { "The first " (LINES) " of " (latest.standings.len()) " bots." } }
                    }
                }
            }
        }
    }
}

/// The place of a bot in each week in which it played, by the week's index.
fn line(weeks: &[&SeasonWeek], bot: u32, since: &Since) -> Vec<(usize, usize)> {
    let is_it = |week: &SeasonWeek| since.get(&bot).is_some_and(|first| *first <= week.number);
    let place = |week: &SeasonWeek| week.standings.iter().find(|it| it.bot == bot).map(|it| it.place);
    let own = weeks.iter().enumerate().filter(|(_, week)| is_it(week));
    own.filter_map(|(at, week)| Some((at, place(week)?))).collect()
}
