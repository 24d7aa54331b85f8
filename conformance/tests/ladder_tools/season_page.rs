//! The season's page in a browser.

use std::fs;

use serde_json::json;

use crate::bench::Bench;
use crate::browser::look;

/// What the browser makes of the page. What goes wrong in a script would be a title of its own.
const PROBE: &str = r"
const all = selector => [...document.querySelectorAll(selector)];
all('details').forEach(it => it.open = true);
parent.document.title = JSON.stringify({
wide: document.documentElement.scrollWidth - innerWidth, width: innerWidth,
foreign: all('script:not(#probe), img, iframe, link, object, td b b').length,
lines: all('svg.season polyline').length, rows: all('#standings tbody tr').length,
small: all('svg.season text').filter(it => it.getBoundingClientRect().height < 10).length,
spoken: all('svg[role=img]').every(it => it.getAttribute('aria-label')),
links: all('#cross a, #weeks a').map(it => it.getAttribute('href')),
bots: all('#standings td.bot').map(it => it.textContent),
});";

pub(crate) fn can_be_read(browser: &str) {
    let bench = Bench::new();
    let path = bench.season("a.db", 4, 2);
    bench.enter(&path, "<b>bold</b>", "#!/bin/sh\nexit 1\n");
    for _ in 0..3 {
        bench.expect("run a.db --sandbox auto", 0);
    }
    bench.expect("export a.db --format html --output site", 0);
    let page = fs::read_to_string(bench.at("site/index.html")).unwrap();
    for width in [1280, 400] {
        let seen = look(browser, &page, PROBE, (width, false));
        assert!(seen["wide"].as_i64().unwrap() <= 0, "{seen}");
        assert_eq!(seen["width"], width);
        assert_eq!((&seen["foreign"], &seen["small"], &seen["spoken"]), (&json!(0), &json!(0), &json!(true)));
        assert_eq!((&seen["rows"], seen["lines"].as_u64().unwrap()), (&json!(5), 5));
        assert!(seen["bots"].as_array().unwrap().contains(&json!("5 <b>bold</b>")), "{seen}");
        let links = seen["links"].as_array().unwrap();
        assert!(links.len() > 12, "{seen}");
        for link in links {
            let target = bench.at("site").join(link.as_str().unwrap());
            assert!(fs::read_to_string(target).unwrap().contains("id=\"games\""), "{link}");
        }
    }
}
