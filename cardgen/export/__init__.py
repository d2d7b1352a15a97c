"""Kits for other media."""
