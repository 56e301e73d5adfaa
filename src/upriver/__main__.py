"""`python -m upriver` is the command `upriver`."""

from upriver.cli import main

if __name__ == "__main__":
    main()
