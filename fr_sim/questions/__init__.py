"""Questions over many races: a folder for each kind, one loop that plays any of them, one store that keeps any of them."""
