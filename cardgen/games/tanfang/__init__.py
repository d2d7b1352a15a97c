"""The rules of Tanfang."""
