"""A bare script that imports what `postfox adjudicate` imports from outside, and does nothing with it."""

import hashlib
import hmac
import json
import tomllib

import pydantic
import svgwrite
import typer

print(len([hashlib, hmac, json, tomllib, pydantic, svgwrite, typer]))
