"""A bare script that imports what `postfox adjudicate` imports from outside, and does nothing with it."""

import hashlib
import hmac
import json
import tomllib

import pydantic
import svgwrite
import typer
import typer._adapters  # which Typer reads as soon as a command has a parameter

# pydantic loads what it offers by name only when it is asked for it.
print(len([hashlib, hmac, json, tomllib, pydantic.BaseModel, pydantic.Field, svgwrite, typer._adapters]))
