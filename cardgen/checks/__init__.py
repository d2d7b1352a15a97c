"""The rules-consistency checker, over the kit alone."""
