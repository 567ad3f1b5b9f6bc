//! What a page or a terminal needs to play, without a user interface.
