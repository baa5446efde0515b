"""`fr-sim policy`: who may ride, what each does, what may be set, and which decks its riders may have."""

import json as json_words
from typing import Annotated, Any

import typer

from fr_sim.cli.options import Json, PolicyFile, new_app
from fr_sim.cli.own_policies import load_own_policies
from fr_sim.cli.tables import print_table
from fr_sim.files import load_rider, rider_names
from fr_sim.files.names import means_path
from fr_sim.game.errors import BadInput
from fr_sim.game.names import fit, written_out
from fr_sim.game.riders import Specialist
from fr_sim.policies.catalogue import PolicyInfo
from fr_sim.policies.lineups import known_policies

app = new_app("Policies and riders: list them, and show what a policy does and what may be set, or a rider's deck.")

_PolicyName = Annotated[str, typer.Argument(metavar="POLICY", help="Name of a policy or rider (`fr-sim policy list`), or a rider file.")]


@app.command("list")
def list_policies(policy_file: PolicyFile = None, json: Json = False) -> None:
    """List the policies with their parameters and what they do, and the riders with their decks."""
    policies = known_policies(load_own_policies(policy_file)).values()
    if json:
        riders = [_about_rider(load_rider(name)) for name in rider_names()]
        print(json_words.dumps({"policies": [_about(policy) for policy in policies], "riders": riders}, ensure_ascii=False))
        return
    print_table(("name", "does", "may be set"), [(fit(policy.name), policy.summary, _settings(policy)) for policy in policies])
    print("\nRiders, as in drafter/grimpeur+sprinteur:\n")
    riders = [load_rider(name) for name in rider_names()]
    rows = [(rider.name, rider.kind.value, str(rider.cards), f"{rider.mean:.1f}", rider.words, rider.source) for rider in riders]
    print_table(("rider", "kind", "cards", "mean", "deck", "source"), rows)


@app.command()
def show(policy: _PolicyName, policy_file: PolicyFile = None, json: Json = False) -> None:
    """Show what a policy does, why somebody would ride so, and each of its parameters; or a rider's deck and where it is from."""
    known = known_policies(load_own_policies(policy_file))
    if policy not in known and (policy in rider_names() or means_path(policy)):
        _show_rider(load_rider(policy, "POLICY"), json)
        return
    if policy not in known:
        names = [*known, *rider_names()]
        raise BadInput("POLICY", policy, "a policy's or a rider's name: " + ", ".join(names), names)
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


def _show_rider(rider: Specialist, json: bool) -> None:
    if json:
        print(json_words.dumps(_about_rider(rider), ensure_ascii=False))
        return
    print(f"{rider.title}, in the place of a {rider.kind}: {rider.cards} cards, {rider.mean:.1f} squares on average\n")
    print_table(("card", "how many"), [(card, str(count)) for card, count in rider.deck])
    if not rider.dummy_cards:
        print("\nIn a dummy team no card is added to it.")
    if rider.source:
        print(f"\nSource: {rider.source}")


def _about_rider(rider: Specialist) -> dict[str, Any]:
    about = {"name": rider.name, "title": rider.title, "kind": rider.kind.value, "deck": dict(rider.deck), "cards": rider.cards}
    return about | {"mean": rider.mean, "dummy_cards": rider.dummy_cards, "source": rider.source}


def _settings(policy: PolicyInfo) -> str:
    return ", ".join(f"{about.name}={about.default}" for about in policy.parameters)


def _about(policy: PolicyInfo) -> dict[str, Any]:
    parameters = {
        about.name: {"default": about.default, "low": about.low, "high": about.high, "meaning": about.meaning}
        for about in policy.parameters
    }
    return {"name": policy.name, "summary": policy.summary, "description": policy.description, "parameters": parameters}
