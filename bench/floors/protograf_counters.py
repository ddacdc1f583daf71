"""1,080 counters of 18 mm, each with a ring, a triangle and its own number, by protograf 0.6 (Python 3.13)."""

import sys
from pathlib import Path

from protograf import Counter, CounterSheet, Create, Data, Save, T, circle, rhombus, text

COUNT = 1080
out = Path(sys.argv[1])
sys.argv = sys.argv[:1]
Create(paper="A4", units="mm", margin=9, filename=str(out))
Data(data_list=[["number"], *([n] for n in range(1, COUNT + 1))])
CounterSheet(width=18, height=18, frame="rectangle", stroke="#8a8a8a", stroke_width=0.5)
Counter(
    "all",
    circle(cx=9, cy=9, radius=8, stroke="#1a1a1a", stroke_width=1, fill="#ffffff"),
    rhombus(cx=9, cy=5.5, width=6, height=5, fill="#1a1a1a", stroke="#1a1a1a"),
    text(x=9, y=13.5, text=T("{{ number }}"), font_size=12, align="centre"),
)
Save()
