"""Playing games: the contract of an engine, replay, simulation; knows no game."""
