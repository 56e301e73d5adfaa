"""One table being played, without I/O: seats, clocks, talk; commands in, entries out.

`Table` decides; whoever owns the clock and the store appends what it decided, hands it back, and tells the others.
"""
