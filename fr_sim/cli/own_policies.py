"""`--policy-file`: the user's own policies, loaded where a command asks for them."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fr_sim.policies.own_files import OwnPolicies


def load_own_policies(policy_file: Path | None) -> "OwnPolicies | None":
    """The policies of `policy_file`, None without one. Raises BadInput for a file that is none."""
    if policy_file is None:
        return None
    from fr_sim.policies.own_files import load_policy_file

    return load_policy_file(policy_file)
