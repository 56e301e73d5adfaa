"""The table online: a thin asynchronous shell around `table`, `store` and `bots`.

A message comes in by `socket`, waits in the mailbox of its table's `host`, is decided by `table`, stored, and told to
everybody as `seen` shows it.
"""
