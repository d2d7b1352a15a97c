"""Setting text: markup, line breaking, fit, drawing as SVG."""
