"""`--policy-file`: the user's own policies, loaded where a command asks for them."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


def load_own_policies(policy_file: Path | None) -> "OwnPolicies | None":
    """The policies of `policy_file`, None without one. Raises BadInput for a file that is none."""
    if policy_file is None:
        return None
    from fr_sim.policies.own_files import load_policy_file

    # What the file prints is no result of ours: stdout may hold one JSON object and nothing else.
    with redirect_stdout(sys.stderr):
        return load_policy_file(policy_file)
