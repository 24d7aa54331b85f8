//! A ladder's season as a page that needs nothing else, but for the pages that play its games.

mod chart;

use std::collections::{BTreeMap, HashMap};

use maud::{DOCTYPE, Markup, html};

use super::head::head;
use crate::counted::counted;
use crate::record::{Publication, Score, Season, SeasonBot, SeasonGame, SeasonWeek, Standing};
use crate::suite::Game;

const STYLE: &str = include_str!("style.css");
const BY: &str = concat!("botspec ", env!("CARGO_PKG_VERSION"));
/// A cross table of more bots would be wider than any screen.
const CROSSED: usize = 24;

/// Where the page is that plays the games of a table in a week: names of files beside the season's page.
pub type Links = BTreeMap<(u32, usize), String>;

/// Since which week each bot has its number: in the weeks before another one may have had it.
type Since = HashMap<u32, u32>;

/// What the pages of a season are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonPage {
    /// The season itself.
    Season,
    /// The sources that have been published.
    Sources,
}

impl SeasonPage {
    /// How its title ends.
    const fn title(self) -> &'static str {
        match self {
            Self::Season => " ladder",
            Self::Sources => " ladder: sources of the top bots",
        }
    }

    /// Whether a page that botspec has made is of this kind.
    #[must_use]
    pub fn made(self, page: &[u8]) -> bool {
        let ending = format!("{}</title>", self.title());
        page.windows(ending.len()).any(|part| part == ending.as_bytes())
    }
}

/// The page of a season. `since` is from which week on the bots of its latest one have played.
#[must_use]
pub fn season(
    season: &Season,
    game: Game,
    publications: &[Publication],
    links: &Links,
    since: &Since,
) -> Vec<u8> {
    let title = format!("{}{}", season.game, SeasonPage::Season.title());
    let names = Names::of(season);
    let body = html! {
        header {
            h1 { (title) }
            p { (counted(season.bots.len(), "bot")) " · " (counted(season.weeks.len(), "week")) " · " (about(season)) }
        }
        main id="main" {
            @match season.latest() {
                None => p { "No week has begun." },
                Some(week) => {
                    (standings(week, game, &names))
                    (chart::section(season, week, &names, since))
                    (cross(season, week, links, &names, since))
                }
            }
            (weeks(season, links, &names))
            (published(publications))
        }
    };
    page(&title, &body)
}

/// The page of the sources that have been published, each with its archive, and of those that will be.
#[must_use]
pub fn published_sources(game: &str, publications: &[Publication]) -> Vec<u8> {
    let title = format!("{game}{}", SeasonPage::Sources.title());
    let body = html! {
        header { h1 { (title) } }
        main id="main" {
            @if publications.is_empty() { p { "No week is over yet." } }
            div class="wide" tabindex="0" {
                table {
                    thead { tr { th { "bot" } th { "first at the top" } th { "source" } } }
                    tbody {
                        @for it in publications {
                            tr {
                                td { (shown(it.bot, &it.name)) }
                                td { "week " (it.top_in) }
                                td {
                                    @let file = format!("{}.zip", it.stem());
                                    @if it.is_due {
                                        a href=(file) { (file) } br; code { "sha256 of all files " (it.source) }
                                    } @else {
                                        "after week " (it.due_after)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    page(&title, &body)
}

fn page(title: &str, body: &Markup) -> Vec<u8> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, BY, &[STYLE]))
            body {
                a class="skip" href="#main" { "Skip to the content" }
                (body)
                footer { p { (BY) } }
            }
        }
    };
    page.into_string().into_bytes()
}

/// What holds for every week.
fn about(season: &Season) -> Markup {
    let variant =
        season.variant.name.clone().or_else(|| season.variant.size.map(|size| format!("{size}×{size}")));
    html! {
        @if let Some(variant) = variant { (variant) " · " }
        (season.games) " games of " @match season.format {
            None => { "neighbours" },
            Some(format) => { "each meeting (" (format) ")" },
        } " a week"
        @if let Some(seed) = season.seed { " · seed " (seed) }
    }
}

/// The bots, by number: a name is that of a week.
struct Names<'a>(BTreeMap<u32, &'a SeasonBot>);

impl<'a> Names<'a> {
    fn of(season: &'a Season) -> Self {
        Self(season.bots.iter().map(|bot| (bot.number, bot)).collect())
    }

    fn get(&self, bot: u32, week: u32) -> String {
        self.0.get(&bot).map(|own| shown(bot, own.name_in(week))).unwrap_or_default()
    }
}

/// A bot's number and name, whatever is in the name.
fn shown(bot: u32, name: &str) -> String {
    format!("{bot} {}", crate::evidence::excerpt(name.as_bytes()))
}

fn standings(week: &SeasonWeek, game: Game, names: &Names<'_>) -> Markup {
    let sides: std::collections::BTreeSet<&str> =
        week.standings.iter().flat_map(|it| it.sides.keys().map(String::as_str)).collect();
    html! {
        section id="standings" aria-labelledby="standings-title" {
            h2 id="standings-title" { "Standings after week " (week.number) @if !week.complete { ", which is not over" } }
            div class="wide" tabindex="0" {
                table {
                    thead { tr {
                        th { "rank" } th { "bot" } th class="number" { "rating" } th class="number" { "won" } th class="number" { "games" }
                        @for side in &sides { th class="number" { (game.side(side)) } }
                    } }
                    tbody { @for it in &week.standings { (row(it, &sides, &names.get(it.bot, week.number))) } }
                }
            }
            p class="note" { "A rank such as 3 (2–5): in 95 of 100 weeks made up from this one's games by lot it is from 2 to 5." }
        }
    }
}

fn row(it: &Standing, sides: &std::collections::BTreeSet<&str>, name: &str) -> Markup {
    let [low, high] = it.ranks;
    let moved = match it.before.cmp(&it.place) {
        std::cmp::Ordering::Equal => String::new(),
        std::cmp::Ordering::Greater => format!(" ▲{}", it.before - it.place),
        std::cmp::Ordering::Less => format!(" ▼{}", it.place - it.before),
    };
    html! {
        tr {
            td class="number" { b { (it.place) } " (" (low) "–" (high) ")" (moved) }
            td class="bot" { (name) @if it.disqualified { " " span class="fail" { "disqualified" } } }
            td class="number" { (format!("{:.1}", it.rating)) }
            td class="number" { (it.score.won) }
            td class="number" { (it.score.games) }
            @for side in sides {
                td class="number" { (it.sides.get(*side).map_or_else(|| "–".to_owned(), |own| format!("{:.1}", 100.0 * own.share()))) }
            }
        }
    }
}

/// Games won of games played of each bot against each, over the whole season, but for those of others who had its number.
fn cross(season: &Season, week: &SeasonWeek, links: &Links, names: &Names<'_>, since: &Since) -> Markup {
    let bots: Vec<u32> = week.standings.iter().map(|it| it.bot).take(CROSSED).collect();
    let mut scores: BTreeMap<(u32, u32), Score> = BTreeMap::new();
    let mut latest: BTreeMap<(u32, u32), &String> = BTreeMap::new();
    for week in &season.weeks {
        let is_there = |bot: &&u32| since.get(*bot).is_some_and(|first| *first <= week.number);
        for game in week.games.iter().filter(|game| game.reason.is_some()) {
            for &own in game.bots.iter().filter(is_there) {
                for &other in game.bots.iter().filter(is_there).filter(|other| **other != own) {
                    scores.entry((own, other)).or_default().add(game.winner.map(|winner| winner == own));
                    if let Some(link) = links.get(&(week.number, game.table)) {
                        latest.insert((own, other), link);
                    }
                }
            }
        }
    }
    html! {
        section id="cross" aria-labelledby="cross-title" {
            h2 id="cross-title" { "Cross table" }
            p class="note" {
                "Games won of games played, over the season, as they were played. "
                @if week.standings.len() > CROSSED { "The first " (CROSSED) " bots. " }
                "A link leads to the latest games."
            }
            div class="wide" tabindex="0" {
                table class="cross" {
                    thead { tr { th { "bot" } @for bot in &bots { th class="number" { (bot) } } } }
                    tbody {
                        @for own in &bots {
                            tr {
                                th class="bot" scope="row" { (names.get(*own, week.number)) }
                                @for other in &bots {
                                    td class="number" {
                                        @match scores.get(&(*own, *other)) {
                                            Some(score) => {
                                                @let text = format!("{}/{}", score.won, score.games);
                                                @match latest.get(&(*own, *other)) {
                                                    Some(link) => a href=(link) { (text) },
                                                    None => (text),
                                                }
                                            },
                                            None => { @if own == other { "·" } },
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Each week's tables, the latest week first.
fn weeks(season: &Season, links: &Links, names: &Names<'_>) -> Markup {
    html! {
        section id="weeks" aria-labelledby="weeks-title" {
            h2 id="weeks-title" { "Games" }
            @for week in season.weeks.iter().rev() {
                details {
                    summary { "Week " (week.number) @if !week.complete { ", not over" } }
                    ul {
                        @for (table, games) in tables(week) {
                            li {
                                @let text = result(&games, week.number, names);
                                @match links.get(&(week.number, table)) {
                                    Some(link) => a href=(link) { (text) },
                                    None => (text),
                                }
                                @let endings = endings(&games);
                                @if !endings.is_empty() { span class="note" { " — " (endings) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The games of each table.
fn tables(week: &SeasonWeek) -> BTreeMap<usize, Vec<&SeasonGame>> {
    let mut tables: BTreeMap<usize, Vec<&SeasonGame>> = BTreeMap::new();
    for game in &week.games {
        tables.entry(game.table).or_default().push(game);
    }
    tables
}

/// Who has won how many games at a table.
fn result(games: &[&SeasonGame], week: u32, names: &Names<'_>) -> String {
    let mut bots = games.first().map(|game| game.bots.clone()).unwrap_or_default();
    let won = |bot: u32| games.iter().filter(|game| game.winner == Some(bot)).count();
    bots.sort_by_key(|bot| std::cmp::Reverse(won(*bot)));
    let each: Vec<String> =
        bots.iter().map(|bot| format!("{} {}", names.get(*bot, week), won(*bot))).collect();
    each.join(" – ")
}

/// By what the games ended.
fn endings(games: &[&SeasonGame]) -> String {
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for game in games {
        *reasons.entry(game.reason.as_deref().unwrap_or("not played")).or_default() += 1;
    }
    let each: Vec<String> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    each.join(", ")
}

fn published(publications: &[Publication]) -> Markup {
    html! {
        @if !publications.is_empty() {
            section id="published" aria-labelledby="published-title" {
                h2 id="published-title" { "At the top" }
                ul {
                    @for it in publications {
                        li {
                            (shown(it.bot, &it.name)) ", first after week " (it.top_in) ": its source is "
                            @if it.is_due { "due" } @else { "due after week " (it.due_after) }
                        }
                    }
                }
            }
        }
    }
}
