"""`python -m fr_sim` is `fr-sim`."""

import sys

from fr_sim.cli.main import main

sys.exit(main())
