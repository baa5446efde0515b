"""What people look at: tables, plots, the page, and the drawing of a track."""
