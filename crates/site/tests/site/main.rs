//! The project's site: all links and anchors resolve.

use std::fs;
use std::path::Path;

#[test]
fn the_documents_build_a_site_without_broken_links() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("docs");
    let built = upcard_site::build(&root, &out).unwrap_or_else(|error| panic!("{error}"));
    let (games, decisions) = (count(&root.join("docs/games")), count(&root.join("docs/adr")));
    assert!(built.pages > games + decisions + 20, "{built:?}");
    assert!(built.links > 2000, "{built:?}");
    // Rule sheets have drawn cards; every page has the table of contents and no script.
    let gin = fs::read_to_string(out.join("games/gin.html")).unwrap();
    assert!(
        gin.contains("class=\"card hearts\" role=\"img\" aria-label=\"ace of hearts\""),
        "{gin}"
    );
    assert!(gin.contains("aria-current=\"page\">Gin Rummy</a>"));
    for page in ["index.html", "operations.html", "games/gin.html", "project/ARCHITECTURE.html"] {
        let text = fs::read_to_string(out.join(page)).unwrap();
        assert!(!text.contains("<script") && !text.contains("<!-- contents -->"), "{page}");
        assert!(!text.contains(" style=") && text.contains("<nav"), "{page}");
    }
    assert!(out.join("files/examples/bot.py.txt").is_file());
    assert!(!out.join("book.js").exists() && !out.join("print.html").exists());
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}
