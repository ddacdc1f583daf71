"""The time (ms) in which chess.svg draws a board, the least of twenty, and the size of what it writes (KB), as JSON."""

import json
import time

import chess
import chess.svg

took = []
for _ in range(20):
    begin = time.process_time()
    text = chess.svg.board(chess.Board())
    took.append(1000 * (time.process_time() - begin))
print(json.dumps({"chess.svg, a board, ms": min(took), "chess.svg, a board, KB": len(text) / 1000}))
