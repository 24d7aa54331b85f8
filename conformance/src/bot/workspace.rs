//! Which folders cargo needs for building one, told from the manifests alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::files::short_text;

/// The longest `Cargo.toml` that is read, in bytes, and how many of them.
const MAX_LENGTH: u64 = 1 << 20;
const MAX: usize = 200;

/// The folder of the workspace that a package belongs to: its own, if to none.
pub(super) fn workspace_root(folder: &Path) -> PathBuf {
    let own = manifest(folder);
    if own.as_ref().is_some_and(|own| own.contains_key("workspace")) {
        return folder.to_owned();
    }
    let named = own.as_ref().and_then(|own| own.get("package")?.get("workspace")?.as_str());
    if let Some(root) = named.and_then(|path| fs::canonicalize(folder.join(path)).ok()) {
        return root;
    }
    let above = folder.ancestors().skip(1);
    let root = above.filter(|above| above.parent().is_some()).find_map(|above| {
        let table = manifest(above)?;
        let workspace = table.get("workspace")?;
        let excluded = workspace.get("exclude").and_then(Value::as_array).into_iter().flatten();
        let is_excluded = excluded.filter_map(Value::as_str).any(|path| folder.starts_with(above.join(path)));
        Some(if is_excluded { folder } else { above })
    });
    root.unwrap_or(folder).to_owned()
}

/// Folders outside `root` that packages in it, from `folder` on, depend on by their paths, each with its workspace.
pub(super) fn outside(root: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = Vec::new();
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    let mut left = vec![root.to_owned(), folder.to_owned()];
    while let Some(folder) = left.pop() {
        if known.len() == MAX || !known.insert(folder.clone()) {
            continue;
        }
        let Some(table) = manifest(&folder) else { continue };
        for path in paths(&table).iter().filter_map(|path| fs::canonicalize(folder.join(path)).ok()) {
            if !path.starts_with(root) && !roots.iter().any(|known| path.starts_with(known)) {
                let more = workspace_root(&path);
                roots.retain(|known| !known.starts_with(&more));
                left.push(more.clone());
                roots.push(more);
            }
            left.push(path);
        }
    }
    roots
}

fn manifest(folder: &Path) -> Option<Table> {
    short_text(&folder.join("Cargo.toml"), MAX_LENGTH)?.parse().ok()
}

/// Every `path` of a dependency.
fn paths(table: &Table) -> Vec<String> {
    const TABLES: [&str; 4] = ["dependencies", "dev-dependencies", "build-dependencies", "replace"];
    let tables = |table: &Table| -> Vec<Table> {
        TABLES.iter().filter_map(|name| table.get(*name)?.as_table().cloned()).collect()
    };
    let within = |name: &str| table.get(name).and_then(Value::as_table);
    let mut all = tables(table);
    all.extend(within("workspace").into_iter().flat_map(&tables));
    for name in ["target", "patch"] {
        let inner: Vec<&Table> =
            within(name).into_iter().flat_map(Table::values).filter_map(Value::as_table).collect();
        all.extend(inner.iter().flat_map(|inner| tables(inner)));
        all.extend(inner.into_iter().filter(|_| name == "patch").cloned());
    }
    let dependencies = all.iter().flat_map(Table::values);
    dependencies.filter_map(|each| each.get("path")?.as_str().map(ToOwned::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: PathBuf, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn workspaces_and_what_lies_outside_are_found() {
        let temp = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(temp.path()).unwrap();
        write(top.join("space/Cargo.toml"), "[workspace]\nmembers = [\"a\"]\nexclude = [\"b\"]\n");
        write(
            top.join("space/a/Cargo.toml"),
            "[package]\nname = \"a\"\n[dependencies]\nsdk = { path = \"../../sdk/one\" }\n",
        );
        write(top.join("space/b/Cargo.toml"), "[package]\nname = \"b\"\n");
        write(top.join("sdk/Cargo.toml"), "[workspace]\nmembers = [\"one\"]\n");
        write(
            top.join("sdk/one/Cargo.toml"),
            "[package]\nname = \"sdk\"\n[target.'cfg(unix)'.dependencies]\nx = { path = \"../two\" }\n[patch.crates-io]\ny = { path = \"../../y\" }\n",
        );
        write(top.join("sdk/two/Cargo.toml"), "[package]\nname = \"x\"\n");
        write(top.join("y/Cargo.toml"), "[package]\nname = \"y\"\n");
        let (a, b) = (top.join("space/a"), top.join("space/b"));
        assert_eq!(workspace_root(&a), top.join("space"));
        assert_eq!(workspace_root(&b), b);
        assert_eq!(outside(&top.join("space"), &a), [top.join("sdk"), top.join("y")]);
        assert!(outside(&b, &b).is_empty());
    }
}
