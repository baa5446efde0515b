"""How riders are ridden: a file per policy, what a policy may see, and the registry that finds them by number."""
