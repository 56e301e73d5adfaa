"""Upriver: Up and Down the River (Oh Hell) to play, to study and to build on."""

from importlib.metadata import version

__version__ = version("upriver")
