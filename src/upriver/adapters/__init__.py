"""Bridges to other people's game software. Each needs its extra: `upriver[openspiel]`, `upriver[pettingzoo]`."""
