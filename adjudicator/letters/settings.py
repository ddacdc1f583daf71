"""What a match plays besides the standard rules, in words: its options that are not the game's own choice."""

from __future__ import annotations

from typing import Any

from adjudicator.letters.phrases import Phrases


def in_words(options: Any, phrases: Phrases) -> list[str]:
    """A phrase for each option that differs from the game's default, in the order of the game's model."""
    said = []
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if value is None or value == field.get_default(call_default_factory=True):
            continue
        word = str(value).lower() if isinstance(value, bool) else str(value)
        if phrases.has("options", f"{name}-{word}"):
            said.append(phrases.say("options", f"{name}-{word}"))
        elif phrases.has("options", name):
            said.append(phrases.say("options", name, value=word))
    return said
