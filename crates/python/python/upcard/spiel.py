"""OpenSpiel: every game for two to five players, registered as ``upcard_gin``, ``upcard_contract_rummy`` and so on.

Import this module, then ``pyspiel.load_game("upcard_rummy(players=2)")``. Needs the package ``open_spiel``.

Parameters: ``players``, and ``match`` (false for a single deal, ``deal``, from 1). Chance acts first: it draws
four numbers below 256, which form the seed of all cards. Returns are standings in points, higher is better.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel

from . import ACTIONS, NAMES, Match, games, make, rules_of

DIGITS = 4
"""Number of chance nodes before the cards are dealt."""

OUTCOMES = 256
"""Number of outcomes of each."""

MOST_POINTS = 1_000_000.0
MOST_STEPS = 1_000_000


class State(pyspiel.State):
    """A match, preceded by the choice of its seed."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._options = game.options
        self._players = game.num_players()
        self._digits: list[int] = []
        self.match: Match | None = None

    def current_player(self) -> Any:
        if self.match is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.match.over else self.match.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, 1 / OUTCOMES) for number in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.match is None else self.match.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.match is not None:
            self.match.step(action)
            return
        self._digits.append(action)
        if len(self._digits) == DIGITS:
            seed = sum(digit * OUTCOMES**place for place, digit in enumerate(self._digits))
            self.match = make(seed=seed, **self._options)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player == pyspiel.PlayerId.CHANCE else NAMES[action]

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        standings: Any = [0.0] * self._players if self.match is None else self.match.standings
        return [float(points) for points in standings]

    def __str__(self) -> str:
        if self.match is None:
            return f"seed {self._digits}"
        hands = [" ".join(self.match.view(seat).hand) for seat in range(self._players)]
        said = " ".join(NAMES[number] for number in self.match.said)
        return f"deal {self.match.deal}, scores {self.match.scores}, {hands}, {said}"


class Observer:
    """Observation of a player in the encoding ``upcard.OBSERVATION``: ``(size,)``, ``float32``."""

    def __init__(self, game: Any, params: Any) -> None:
        if params:
            raise ValueError(f"unknown parameters: {params}")
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Writes the observation of a player."""
        self.tensor[:] = 0 if state.match is None else state.match.observe(player)

    def string_from(self, state: State, player: int) -> str:
        """Returns the observation as text."""
        if state.match is None:
            return ""
        view = state.match.view(player)
        melds = ", ".join(f"M{number} of {owner}: {meld}" for number, owner, meld in view.melds)
        discards = " ".join(card for card, _ in view.discards)
        said = " ".join(NAMES[number] for number in state.match.said) if state.match.seat == player else ""
        return f"hand {' '.join(view.hand)}; melds {melds}; discards {discards}; counts {view.counts}; {said}"


def _registered(game: str, fewest: int, most: int) -> str:
    kind = pyspiel.GameType(
        short_name=f"upcard_{game.replace('-', '_')}",
        long_name=f"Upcard {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": fewest, "match": False, "deal": 1},
    )

    class Game(pyspiel.Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {"players": fewest, "match": False, "deal": 1, **(params or {})}
            self.options: dict[str, Any] = {
                "game": game,
                "players": int(given["players"]),
                "episode": "match" if given["match"] else "deal",
                "first_deal": int(given["deal"]),
            }
            self.size = make(record=False, **self.options).observation_size()
            info = pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=OUTCOMES,
                num_players=self.options["players"],
                min_utility=-MOST_POINTS,
                max_utility=MOST_POINTS,
                utility_sum=None,
                max_game_length=MOST_STEPS,
            )
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self, params)

    pyspiel.register_game(kind, Game)
    name: str = kind.short_name
    return name


def _names() -> Iterator[str]:
    for game in games():
        players = dict(rules_of(game))
        fewest, most = int(players["players.min"]), min(5, int(players["players.max"]))
        if fewest <= most:
            yield _registered(game, max(2, fewest), most)


GAMES = tuple(_names())
"""Registered names."""
