"""What printed rules and cards of Wolves & Jackals say of its options: numbers, variants, the four cards."""

from printables.boards.wolves_and_jackals.options import Options
from printables.core.templates import say

RANGER = "A ranger walks the forest with a strung bow. **Your opponent loses the next turn.**"
FIRE = (
    "Flames sweep through. **Every piece on the board goes back to a starting square**, dragged ones too; "
    "the Prey, to the middle."
)
BITE = "The jaws slip. **A piece of yours that is being dragged breaks free** and makes this turn's move from there."
WHITE_STAG = (
    "The quarry is the fabled White Stag. **From now on it takes $need or more to bring it down.** Turn the Prey over."
)


ALL_IN = (
    "If you have less than the bid, you may match with all there is, and the unmatched coins go back; an attacker with "
    "an empty purse antes nothing; nobody raises against an empty purse (*house*)."
)
HOPELESS = (
    "A player who has had nothing but dragged pieces for $turns turns of their own in a row has lost "
    "(*house*: the designer calls giving up then good manners)."
)
CONCEDES = "A player who cannot pay concedes."


def of(options: Options) -> dict[str, str]:
    """The numbers of this game, and which variants it is played with."""
    return {
        "teeth": str(options.teeth),
        "ten": say(" (0 is ten)") if options.teeth == 10 else "",
        "prey": str(options.prey_at),
        "stag": str(options.stag_at),
        "prey_twelve": str(options.house.prey.twelve),
        "prey_twenty": str(options.house.prey.twenty),
        "cards": _deck(options) if options.cards else "",
        "copies": number(options.house.deck.copies),
        "hand": number(options.house.deck.hand),
        "stake": str(options.stake),
        "purse": str(options.purse),
        "short": say(ALL_IN if options.short == "all-in" else CONCEDES),
        "hopeless": _hopeless(options),
        "turns": say(", or $turns turns pass in which no piece leaves for good (*house*)", turns=options.turns)
        if options.turns
        else "",
        "played": "\n".join(f"- {text}" for text in _played(options)),
    }


def _played(options: Options) -> tuple[str, ...]:
    """A sentence for each option."""
    return (
        say("Teeth have $teeth sides, and the Prey takes $prey.", teeth=options.teeth, prey=options.prey_at),
        say("Without a Cave: a beaten piece has to be dragged.")
        if options.no_cave and not options.no_dragging
        else say("There is neither Cave nor dragging: a beaten piece is gone.")
        if options.no_cave
        else say("Only the Prey is dragged: a beaten piece goes to the Cave.")
        if options.no_dragging
        else say("A beaten piece is caved or dragged."),
        say("The four cards are used.") if options.cards else say("No cards are used."),
        say(
            "Stake $stake, purse $purse coins for each player (*house: the purse*).",
            stake=options.stake,
            purse=options.purse,
        ),
        say("A player who is short of coins goes all in (*house*).")
        if options.short == "all-in"
        else say("A player who is short of coins concedes the throat (*house*)."),
        say(
            "After $turns turns of your own in a row with nothing but dragged pieces you have lost (*house*).",
            turns=options.hopeless,
        )
        if options.hopeless
        else say("Nothing but dragged pieces does not lose by itself."),
        say("$turns turns of both in which no piece leaves for good are a draw (*house*).", turns=options.turns)
        if options.turns
        else say("No number of turns makes a draw."),
    )


def _deck(options: Options) -> str:
    """What each card does, for the rules."""
    texts = {name: text for _, name, text in cards(options)}
    listed = "\n".join(f"- *{name}.* {text}" for name, text in texts.items())
    alone = say("Loose Bite")
    seen = say("Loose Bite: the jackal under the wolf on c4 breaks free and runs to e6")
    return f'## {say("The cards")}\n\n{listed}\n\n![{alone}](figure:bite "{seen}")\n\n'


def cards(options: Options) -> tuple[tuple[str, str, str], ...]:
    """The four cards of the source: kind, name, what it does."""
    return (
        ("ranger", say("The Ranger"), say(RANGER)),
        ("fire", say("Forest Fire"), say(FIRE)),
        ("bite", say("Loose Bite"), say(BITE)),
        ("stag", say("The White Stag"), say(WHITE_STAG, need=options.stag_at)),
    )


def _hopeless(options: Options) -> str:
    if not options.hopeless:
        return say("It is good manners to give up when your last piece is being dragged.")
    return say(HOPELESS, turns=options.hopeless)


def number(count: int) -> str:
    """A small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return say(words[count]) if count < len(words) else str(count)
