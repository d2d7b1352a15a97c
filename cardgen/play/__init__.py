"""Playing a kit: one protocol for every game, replay of recorded games, simulation and its statistics."""
