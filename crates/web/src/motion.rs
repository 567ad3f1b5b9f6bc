//! Card animations. Nothing waits for them.

use upcard_cards::Card;
use upcard_client::{Session, Spot, flights};
use upcard_engine::Event;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::browser;
use crate::card::face_html;

/// A moving card.
pub(crate) struct Flight {
    from: CardPlacement,
    to: Spot,
    card: Option<Card>,
}

/// Centre and width of a card, in pixels.
type CardPlacement = (f64, f64, f64);

/// Returns the centre and width of a selector's first element, or of the card in it.
fn place(selector: &str) -> Option<CardPlacement> {
    let found = |selector: &str| browser::document().query_selector(selector).ok().flatten();
    let element = found(&format!("{selector} .c")).or_else(|| found(selector))?;
    let rect = element.get_bounding_client_rect();
    if rect.width() < 1.0 {
        return None;
    }
    Some((rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0, rect.width()))
}

fn selector(spot: Spot) -> String {
    match spot {
        Spot::Stock => "[data-spot=stock]".to_owned(),
        Spot::Upcard => "[data-spot=upcard]".to_owned(),
        Spot::Hand(None) => "[data-spot=hand]".to_owned(),
        Spot::Hand(Some(card)) => format!("[data-spot=hand] [data-face={card}]"),
        // For other players use the face, where the card count is.
        Spot::Seat(seat) => format!("[data-spot=seat-{}] .av", seat.index()),
        Spot::Meld(id, card) => format!("[data-spot=meld-{}] .c:has([href='#s-{card}'])", id.0),
    }
}

/// Limits the width of a moving card: elements without a card, such as an empty hand, may have any width.
fn card_width(width: f64) -> f64 {
    width.clamp(20.0, 140.0)
}

/// Returns a card's destination. Next to a large screen, discards and melds fly off the top edge.
fn destination(spot: Spot) -> Option<CardPlacement> {
    let table = || browser::document().query_selector(".table.beside").ok().flatten();
    if matches!(spot, Spot::Upcard | Spot::Meld(..)) && table().is_some() {
        return Some((f64::from(crate::layout::screen().0) / 2.0, -TOP_MARGIN, TOP_MARGIN));
    }
    place(&selector(spot))
}

/// Distance above the top edge, in pixels.
const TOP_MARGIN: f64 = 80.0;

/// Returns the animations for an event, from the layout before the event.
pub(crate) fn prepare(session: &Session, event: &Event) -> Vec<Flight> {
    let seen = |flight: upcard_client::Flight| {
        let from = place(&selector(flight.from))?;
        Some(Flight { from, to: flight.to, card: flight.card })
    };
    flights(session, event).into_iter().filter_map(seen).collect()
}

/// Returns `true` if the setting and the system allow motion.
pub(crate) fn is_enabled(moving: bool) -> bool {
    moving && !browser::media_matches("(prefers-reduced-motion: reduce)")
}

/// Starts the animations once the page shows their destinations.
pub(crate) fn start(flights: Vec<Flight>, moving: bool) {
    if flights.is_empty() || !is_enabled(moving) {
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
    let to = destination(flight.to)?;
    let document = browser::document();
    let ghost = document.create_element("div").ok()?.dyn_into::<HtmlElement>().ok()?;
    ghost.set_class_name("ghost");
    ghost.set_inner_html(&face_html(flight.card, false));
    let (x, y, width) = flight.from;
    let width = card_width(width);
    let style = ghost.style();
    let place = |x: f64, y: f64, scale: f64| {
        let wide = width * scale;
        let (x, y) = ((x - wide / 2.0) as i32, (y - wide * 0.7) as i32);
        // Hundredths: formatting floats would add much code.
        format!("translate({x}px,{y}px) scale(calc({}/100))", (scale * 100.0) as i32)
    };
    let _ = style.set_property("--w", &format!("{}px", width as i32));
    let _ = style.set_property("transform", &place(x, y, 1.0));
    document.body()?.append_child(&ghost).ok()?;
    // Reading the layout makes the browser apply the start position.
    let _ = ghost.get_bounding_client_rect();
    let _ = ghost.class_list().add_1("on");
    let _ = style.set_property("transform", &place(to.0, to.1, card_width(to.2) / width));
    browser::set_timeout(560, move || ghost.remove());
    Some(())
}
