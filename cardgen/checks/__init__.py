"""The rules-consistency checker: structure, declared checks and claims, over the kit alone."""
