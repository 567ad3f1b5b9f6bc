"""Names of types that stand in several signatures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Episode = Literal["match", "deal"]
"""When an episode ends."""

Rules = Mapping[str, Any]
"""Choices of the rules that are set otherwise, by their paths."""

Level = Literal["random", "beginner", "casual", "novice", "steady", "sharp", "expert"]
"""A bot's level."""

Layout = list[tuple[str, int, int, int]]
"""Of each part of an observation its name, its offset, its rows and its columns."""
