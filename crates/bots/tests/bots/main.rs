//! Tests of the bots through the public interface.

mod buying;
mod circles;
mod common;
mod erring;
mod hidden;
mod hints;
mod laying;
mod score_pad;
mod spread;
