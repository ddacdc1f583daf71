"""The points and ratings of Snakey Dice (source, Game End & Scoring; Score Ratings), for the referee and the sheet."""

from __future__ import annotations

from collections.abc import Mapping

POINTS: Mapping[str, int] = {"power-ups": 5, "actions": 3, "blockades": 1, "tracks": 5, "jumped": -1, "empty": -2}
LABELS: Mapping[str, str] = {
    "power-ups": "Power-ups passed",
    "actions": "One-time actions left",
    "blockades": "Blockades",
    "tracks": "Tracks at level 4",
    "jumped": "Squares jumped over",
    "empty": "Squares left empty",
}
RATINGS: tuple[tuple[int | None, str], ...] = (
    (None, "Pathetic Worm"),
    (50, "Average Snake-in-the-grass"),
    (75, "Pretty Super Serpent!"),
    (100, "Supreme Master of Slithering!"),
)


def rating(score: int) -> int:
    """Which of the four ratings a score earns, 0 the lowest."""
    return sum(least is not None and score >= least for least, _ in RATINGS)
