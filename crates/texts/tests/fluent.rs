//! Rendered texts match those of the official Fluent library.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use upcard_texts::{Args, CompileError, Texts, Value, compile, english};

const FILE: &str = "\
plain = Some words
variable = Ann has { $cards } cards of { $suit }.
plural = { $cards ->
    [0] nothing
    [one] one card
   *[other] { $cards } cards
}
minus = { $cards ->
    [-1] one less
   *[other] {\" \"}other
}
word = { $suit ->
    [hearts] { $cards ->
        [one] a heart
       *[other] hearts
    }
   *[clubs] some
} cards
several =
    First line
    second { \"{\" }line { 7 }
    .hint = A hint of { $suit }
escaped = \\u00e9 { \"\\u00e9\" }
";

fn texts() -> Texts {
    Texts::new(compile(&[FILE.to_owned()]).unwrap().leak(), english)
}

#[test]
fn renders_like_fluent() {
    let mut bundle = FluentBundle::new(vec!["en".parse().unwrap()]);
    bundle.set_use_isolating(false);
    bundle.add_resource(FluentResource::try_new(FILE.to_owned()).unwrap()).unwrap();
    let texts = texts();
    let mut ids = 0;
    for id in texts.ids() {
        ids += 1;
        for cards in [-1, 0, 1, 2, 21, 100] {
            for suit in ["hearts", "clubs", "other", "one"] {
                let (message, attribute) =
                    id.split_once('.').map_or((id, None), |(m, a)| (m, Some(a)));
                let message = bundle.get_message(message).unwrap();
                let pattern = match attribute {
                    Some(name) => message.get_attribute(name).unwrap().value(),
                    None => message.value().unwrap(),
                };
                let mut theirs = FluentArgs::new();
                theirs.set("cards", FluentValue::from(cards));
                theirs.set("suit", suit);
                let theirs = bundle.format_pattern(pattern, Some(&theirs), &mut Vec::new());
                // Except for the minus sign: Fluent leaves number formatting to the application.
                let theirs = theirs.replace("-1", "\u{2212}1");
                let args = Args::new().with("cards", Value::Number(cards)).with("suit", suit);
                assert_eq!(texts.render(id, &args), Some(theirs), "{id} {cards} {suit}");
            }
        }
    }
    assert_eq!(ids, 8);
}

#[test]
fn missing_values_are_visible() {
    let texts = texts();
    let rendered = texts.render("variable", &Args::new()).unwrap();
    assert_eq!(rendered, "Ann has {$cards} cards of {$suit}.");
    assert_eq!(texts.render("nothing", &Args::new()), None);
    assert!(Texts::new(b"\xff\xff", english).ids().next().is_none());
}

#[test]
fn unsupported_features_are_rejected() {
    let wrong = |text: &str| compile(&[text.to_owned()]).unwrap_err();
    assert_eq!(wrong("a = 1\na = 2\n"), CompileError::Duplicate { id: "a".into() });
    for (text, what) in [("a = { b }\n", "another text"), ("a = { NUMBER($n) }\n", "a function")] {
        assert_eq!(wrong(text), CompileError::Unsupported { id: "a".into(), what });
    }
    assert!(matches!(wrong("a\n"), CompileError::Syntax { .. }));
}
