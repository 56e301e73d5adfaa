"""What survives a restart: the logs of the tables, people, finished games; in memory, SQLite or PostgreSQL.

Start with `open_store`; every store keeps the promises of `Store`.
"""
