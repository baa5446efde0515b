"""`fr-sim stage`: the designer's bench."""

from fr_sim.cli.options import Json, new_app
from fr_sim.files import shipped_stages

app = new_app("The designer's bench: list, show, check, start and draw stages.")


@app.command("list")
def list_stages(json: Json = False) -> None:
    """List the shipped stages."""
    for name in shipped_stages():
        print(name)


@app.command("show")
def show() -> None:
    """Show."""
