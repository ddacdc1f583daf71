"""Where things lie that do not begin on the board: in columns at its right."""

from __future__ import annotations


class Columns:
    """Places one under the other, then in the next column. `x` and `y`: where the first begins; all in one unit."""

    def __init__(self, x: float, y: float, high: float, gap: float) -> None:
        self.x, self.top, self.high, self.gap = x, y, high, gap
        self.y = y
        self.right = x  # how far the widest thing reaches

    def place(self, width: float, height: float) -> tuple[float, float]:
        """The middle of the next thing of that size."""
        if self.y > self.top and self.y + height > self.top + self.high:
            self.x, self.y = self.right + self.gap, self.top
        middle = self.x + width / 2, self.y + height / 2
        self.y += height + self.gap
        self.right = max(self.right, self.x + width)
        return middle
