//! Tests of the bots through the public interface.

mod buying;
mod circulation;
mod common;
mod hidden;
mod hints;
mod laying;
mod mistakes;
mod score_pad;
mod spread;
