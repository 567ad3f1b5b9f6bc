//! Short tones, made in the page: the own turn, a card laid, the end of a deal. They are off until
//! somebody switches them on; until then nothing that could sound is made.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

use crate::browser;

/// What is to be heard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sound {
    /// A card was laid down, laid off or thrown.
    Card,
    /// Something is asked of the own seat.
    Turn,
    /// A deal is over.
    Over,
}

impl Sound {
    /// Its notes: pitch in hertz, length in seconds.
    const fn notes(self) -> &'static [(f32, f64)] {
        match self {
            Sound::Card => &[(294.0, 0.07)],
            Sound::Turn => &[(587.0, 0.12), (880.0, 0.25)],
            Sound::Over => &[(523.0, 0.15), (659.0, 0.15), (784.0, 0.4)],
        }
    }
}

/// How loud a note begins, of 1; and where it has died away.
const LOUD: f32 = 0.12;
const STILL: f32 = 0.001;

thread_local! {
    /// What plays the tones, once there has been one.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays it, where the browser can and lets pages sound.
pub(crate) fn play(sound: Sound) {
    // What is made before the page was touched is silent until then, and would sound all at once.
    if !browser::was_touched() {
        return;
    }
    CONTEXT.with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.is_none() {
            *kept = AudioContext::new().ok();
        }
        let Some(context) = &*kept else { return };
        // One that was stopped, by a call or a dark screen, goes on.
        let _ = context.resume();
        let mut at = context.current_time();
        for (pitch, length) in sound.notes() {
            let _ = note(context, at, *pitch, *length);
            at += length;
        }
    });
}

/// One note that begins then and dies away.
fn note(context: &AudioContext, at: f64, pitch: f32, length: f64) -> Result<(), JsValue> {
    let (voice, loudness) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value(pitch);
    loudness.gain().set_value_at_time(LOUD, at)?;
    loudness.gain().exponential_ramp_to_value_at_time(STILL, at + length)?;
    voice.connect_with_audio_node(&loudness)?;
    loudness.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(at)?;
    voice.stop_with_when(at + length)
}
