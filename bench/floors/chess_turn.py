"""A turn by python-chess: a position read, a move checked and made, the position and its picture written."""

import sys
from pathlib import Path

import chess
import chess.svg

out = Path(sys.argv[1])
board = chess.Board()
move = board.push_san("e4")
out.with_suffix(".fen").write_text(board.fen() + "\n")
out.write_text(chess.svg.board(board, lastmove=move))
