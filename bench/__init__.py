"""What is measured: `make bench` runs it all."""
