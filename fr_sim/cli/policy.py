"""`fr-sim policy`: who may ride, what each does, and what may be set."""

import json as json_words
from typing import Annotated, Any

import typer

from fr_sim.cli.options import Json, PolicyFile, new_app
from fr_sim.cli.own_policies import load_own_policies
from fr_sim.cli.tables import print_table
from fr_sim.game.errors import BadInput
from fr_sim.game.names import fit, written_out
from fr_sim.policies.catalogue import PolicyInfo
from fr_sim.policies.lineups import known_policies

app = new_app("Policies: list them, and show what one does and what may be set.")

_PolicyName = Annotated[str, typer.Argument(metavar="POLICY", help="Name of a policy (`fr-sim policy list`).")]


@app.command("list")
def list_policies(policy_file: PolicyFile = None, json: Json = False) -> None:
    """List the policies with their parameters and what they do."""
    policies = known_policies(load_own_policies(policy_file)).values()
    if json:
        print(json_words.dumps({"policies": [_about(policy) for policy in policies]}, ensure_ascii=False))
        return
    print_table(("name", "does", "may be set"), [(fit(policy.name), policy.summary, _settings(policy)) for policy in policies])


@app.command()
def show(policy: _PolicyName, policy_file: PolicyFile = None, json: Json = False) -> None:
    """Show what a policy does, why somebody would ride so, and each of its parameters."""
    known = known_policies(load_own_policies(policy_file))
    if policy not in known:
        raise BadInput("POLICY", policy, "a policy's name: " + ", ".join(known), known)
    shown = known[policy]
    if json:
        print(json_words.dumps(_about(shown), ensure_ascii=False))
        return
    description = "\n".join(map(written_out, shown.description.split("\n")))
    print(f"{fit(shown.name)}\n\n{description}")
    if not shown.parameters:
        return
    print(f"\nSet with {fit(shown.name)}:{shown.parameters[0].name}=VALUE in a line-up:\n")
    rows = [(about.name, str(about.default), f"{about.low} to {about.high}", about.meaning) for about in shown.parameters]
    print_table(("parameter", "default", "range", "meaning"), rows)


def _settings(policy: PolicyInfo) -> str:
    return ", ".join(f"{about.name}={about.default}" for about in policy.parameters)


def _about(policy: PolicyInfo) -> dict[str, Any]:
    parameters = {
        about.name: {"default": about.default, "low": about.low, "high": about.high, "meaning": about.meaning}
        for about in policy.parameters
    }
    return {"name": policy.name, "summary": policy.summary, "description": policy.description, "parameters": parameters}
