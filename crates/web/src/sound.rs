//! Synthesized sounds: the player's turn, a card played, the end of a deal. Off by default; no audio objects
//! are created until switched on.

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

use crate::browser;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sound {
    /// A card was laid down, laid off or thrown.
    Card,
    /// The player has a decision to make.
    Turn,
    /// A deal is over.
    Over,
}

impl Sound {
    /// Returns its notes: frequency in hertz, length in seconds.
    const fn notes(self) -> &'static [(f32, f64)] {
        match self {
            Sound::Card => &[(294.0, 0.07)],
            Sound::Turn => &[(587.0, 0.12), (880.0, 0.25)],
            Sound::Over => &[(523.0, 0.15), (659.0, 0.15), (784.0, 0.4)],
        }
    }
}

/// Initial gain of a note, and its gain at the end.
const START_GAIN: f32 = 0.12;
const END_GAIN: f32 = 0.001;

thread_local! {
    /// Audio context, created for the first sound.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound, if the browser allows it.
pub(crate) fn play(sound: Sound) {
    // Sounds scheduled before the first user gesture would all play at once later.
    if !browser::had_user_input() {
        return;
    }
    CONTEXT.with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.is_none() {
            *kept = AudioContext::new().ok();
        }
        let Some(context) = &*kept else { return };
        // Resume after an interruption, such as a call or a locked screen.
        let _ = context.resume();
        let mut at = context.current_time();
        for (pitch, length) in sound.notes() {
            let _ = note(context, at, *pitch, *length);
            at += length;
        }
    });
}

/// Schedules one decaying note.
fn note(context: &AudioContext, at: f64, pitch: f32, length: f64) -> Result<(), JsValue> {
    let (voice, loudness) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value(pitch);
    loudness.gain().set_value_at_time(START_GAIN, at)?;
    loudness.gain().exponential_ramp_to_value_at_time(END_GAIN, at + length)?;
    voice.connect_with_audio_node(&loudness)?;
    loudness.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(at)?;
    voice.stop_with_when(at + length)
}
