"""What every kit may use: papers, card sizes, macros, starter kit."""
