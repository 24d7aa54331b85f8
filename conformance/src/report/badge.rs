//! A badge for the README of a bot, as shields.io takes it from an endpoint of one's own.
//!
//! Source: <https://shields.io/badges/endpoint-badge>.

use serde::Serialize;

use super::json::json;
use super::words;
use crate::record::{CheckReport, Verdict};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u32,
    label: String,
    message: String,
    color: &'static str,
}

/// JSON with the verdict, which never says more than the headline of the other reports.
#[must_use]
pub fn badge(report: &CheckReport) -> Vec<u8> {
    let color = match report.findings.verdict() {
        Verdict::Pass if report.findings.summary().recovered.is_none() => "brightgreen",
        Verdict::Fail => "red",
        _ => "lightgrey",
    };
    let label = format!("botspec {}", report.game);
    json(&Badge { schema_version: 1, label, message: words::headline(report).to_lowercase(), color })
}
