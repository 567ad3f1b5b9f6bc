//! Cards that fly to where they went. Nobody waits for them.

use upcard_cards::Card;
use upcard_client::{Session, Spot, flights};
use upcard_engine::Event;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser;
use crate::card::face_html;

/// A card on its way.
pub(crate) struct Flight {
    from: Place,
    /// Where it will lie.
    to: Spot,
    card: Option<Card>,
}

/// The middle and the width of a card, in pixels.
type Place = (f64, f64, f64);

/// The middle and the width of the first element that a selector finds on the screen: of the card in it,
/// where it shows one.
fn place(selector: &str) -> Option<Place> {
    let found = |selector: &str| browser::document().query_selector(selector).ok().flatten();
    let element = found(&format!("{selector} .c")).or_else(|| found(selector))?;
    let rect = element.get_bounding_client_rect();
    if rect.width() < 1.0 {
        return None;
    }
    Some((rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0, rect.width()))
}

/// What is to be looked for on the page.
fn selector(spot: Spot) -> String {
    match spot {
        Spot::Stock => "[data-spot=stock]".to_owned(),
        Spot::Upcard => "[data-spot=upcard]".to_owned(),
        Spot::Hand(None) => "[data-spot=hand]".to_owned(),
        Spot::Hand(Some(card)) => format!("[data-spot=hand] [data-face={card}]"),
        // With others it goes to the face: cards are counted there.
        Spot::Seat(seat) => format!("[data-spot=seat-{}] .av", seat.index()),
        Spot::Meld(id, card) => format!("[data-spot=meld-{}] .c:has([href='#s-{card}'])", id.0),
    }
}

/// The width of a card on its way. What shows none, such as an empty hand, may be of any width; a card is no
/// wider than very large ones are.
fn as_card(width: f64) -> f64 {
    width.clamp(20.0, 140.0)
}

/// Where a card goes. Beside a large screen what is thrown or laid goes there: over the upper edge.
fn goal(spot: Spot) -> Option<Place> {
    let table = || browser::document().query_selector(".table.beside").ok().flatten();
    if matches!(spot, Spot::Upcard | Spot::Meld(..)) && table().is_some() {
        return Some((f64::from(crate::room::screen().0) / 2.0, -ABOVE, ABOVE));
    }
    place(&selector(spot))
}

/// How far above the upper edge that is, in pixels.
const ABOVE: f64 = 80.0;

/// What will fly because of an event; looks at the page as it is before the event.
pub(crate) fn prepare(session: &Session, event: &Event) -> Vec<Flight> {
    let seen = |flight: upcard_client::Flight| {
        let from = place(&selector(flight.from))?;
        Some(Flight { from, to: flight.to, card: flight.card })
    };
    flights(session, event).into_iter().filter_map(seen).collect()
}

/// Is anything to move, by the setting and by what the system asks for?
pub(crate) fn is_wanted(moving: bool) -> bool {
    moving && !browser::matches("(prefers-reduced-motion: reduce)")
}

/// Lets them fly, once the page shows where they went.
pub(crate) fn start(flights: Vec<Flight>, moving: bool) {
    if flights.is_empty() || !is_wanted(moving) {
        return;
    }
    browser::next_frame(move || {
        browser::next_frame(move || {
            for flight in &flights {
                fly(flight);
            }
        });
    });
}

fn fly(flight: &Flight) -> Option<()> {
    let to = goal(flight.to)?;
    let document = browser::document();
    let ghost = document.create_element("div").ok()?.dyn_into::<HtmlElement>().ok()?;
    ghost.set_class_name("ghost");
    ghost.set_inner_html(&face_html(flight.card, false));
    let (x, y, width) = flight.from;
    let width = as_card(width);
    let style = ghost.style();
    let place = |x: f64, y: f64, scale: f64| {
        let wide = width * scale;
        let (x, y) = ((x - wide / 2.0) as i32, (y - wide * 0.7) as i32);
        // Hundredths: numbers with decimals are much code to print.
        format!("translate({x}px,{y}px) scale(calc({}/100))", (scale * 100.0) as i32)
    };
    let _ = style.set_property("--w", &format!("{}px", width as i32));
    let _ = style.set_property("transform", &place(x, y, 1.0));
    document.body()?.append_child(&ghost).ok()?;
    // Asking for its place makes the browser take the start for a start.
    let _ = ghost.get_bounding_client_rect();
    let _ = ghost.class_list().add_1("on");
    let _ = style.set_property("transform", &place(to.0, to.1, as_card(to.2) / width));
    browser::later(560, move || ghost.remove());
    Some(())
}
