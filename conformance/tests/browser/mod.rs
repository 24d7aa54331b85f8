//! Pages as a browser shows them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use regex_lite::Regex;
use serde_json::Value;
use wait_timeout::ChildExt as _;

/// Chromium, if it is here.
pub(crate) fn find() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

/// What the probe tells of the page in a frame of that width, in pixels: a window cannot be as narrow. It tells it in
/// JSON as the title of the frame's parent, and so would a script of the page that goes wrong, in words.
pub(crate) fn look(browser: &str, page: &str, probe: &str, (width, dark): (u32, bool)) -> Value {
    let watched = format!(
        "<script id=probe>parent.onerror = text => {{ parent.document.title = text }};{probe}</script></body>"
    );
    let probed = page.replace("</body>", &watched);
    assert_ne!(probed, page);
    let escaped = probed.replace('&', "&amp;").replace('"', "&quot;");
    let frame =
        format!("<iframe style=\"border:0;width:{width}px;height:800px\" srcdoc=\"{escaped}\"></iframe>");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("frame.html");
    fs::write(&file, frame).unwrap();
    let title = title(&shown(browser, &file, folder.path(), dark));
    serde_json::from_str(&title).unwrap_or_else(|error| panic!("{error}: {title}"))
}

/// A file's elements when its scripts have run.
fn shown(browser: &str, file: &Path, profile: &Path, dark: bool) -> String {
    let output = profile.join("dom.html");
    // As the setting of a user: 0 is dark, 1 is light.
    let scheme = format!("--blink-settings=preferredColorScheme={}", i32::from(!dark));
    let mut child = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--dump-dom",
            &scheme,
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--window-size=1400,1000")
        .arg(format!("file://{}", file.display()))
        .stdout(fs::File::create(&output).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if child.wait_timeout(Duration::from_secs(120)).unwrap().is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
        panic!("the browser does not come to an end");
    }
    fs::read_to_string(output).unwrap()
}

fn title(dom: &str) -> String {
    let title = Regex::new("<title>(.*?)</title>").unwrap();
    let told = title.captures(dom).unwrap_or_else(|| panic!("nothing is told: {dom:.1000}"))[1].to_owned();
    told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&nbsp;", " ")
}
