//! Tables for people far apart.
