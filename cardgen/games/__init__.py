"""Rules engines of single games, each reached by its entry point; none of them draws anything."""
