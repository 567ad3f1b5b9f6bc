//! Compiles the localized texts: the terminal's own, and those of the page, most of which it shares.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    upcard_texts::build("locales/en", &["terminal"], "own.texts")?;
    let page =
        ["common", "table", "news", "room", "screens", "later", "advice", "choosing", "scores"];
    upcard_texts::build("../web/locales/en", &page, "page.texts")
}
