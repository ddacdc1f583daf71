from printables.geometry import Board, Path, Place
def board(h):
    return Board(tuple(Place(s.id, *(12*v for v in h.grid.place(s.id)), size=4.5) for s in h.grid.spots), tuple(Path(a,b) for a,b in h.grid.lines))
def components(h, theme, slug): ...
