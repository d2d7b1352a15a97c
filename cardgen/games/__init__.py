"""Rules engines, one a package; none of them draws."""
