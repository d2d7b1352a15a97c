"""cardgen: print-and-play kits from one YAML file, and proof that the rules agree with themselves."""

__version__ = "0.1.0"
