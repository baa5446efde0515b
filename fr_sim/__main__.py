"""`python -m fr_sim` is `fr-sim`."""

from fr_sim.cli.begin import main

raise SystemExit(main())
