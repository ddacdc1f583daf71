"""A turn by `diplomacy`: orders of every power given and carried out, the game saved, its picture written."""

import json
import random
import sys
from pathlib import Path

from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format

out, lot = Path(sys.argv[1]), random.Random(1)
game = Game()
possible = game.get_all_possible_orders()
for power in game.powers:
    game.set_orders(power, [lot.choice(possible[place]) for place in game.get_orderable_locations(power)])
game.process()
out.with_suffix(".json").write_text(json.dumps(to_saved_game_format(game)))
out.write_text(game.render(incl_abbrev=True))
