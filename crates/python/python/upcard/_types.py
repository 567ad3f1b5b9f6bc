"""Shared type aliases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Episode = Literal["match", "deal"]
"""End of an episode."""

Rules = Mapping[str, Any]
"""Overridden choices of the rules, by path."""

Level = Literal["random", "beginner", "casual", "novice", "steady", "sharp", "expert"]
"""Level of a bot."""

Layout = list[tuple[str, int, int, int]]
"""Name, offset, rows and columns of each part of an observation."""
