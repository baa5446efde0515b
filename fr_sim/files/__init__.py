"""TOML files to game objects, with errors that name the file, the key, what was found and what was expected."""

from fr_sim.files.check import StageCheck, check_stage, check_stage_table
from fr_sim.files.editions import differences, edition_names, load_edition, rules_from_table
from fr_sim.files.names import slug
from fr_sim.files.new_stage import new_stage_file, write_new
from fr_sim.files.riders import load_rider, rider_from_table, rider_names
from fr_sim.files.stages import load_stage, shipped_stages, stage_from_table, stage_names, stage_path
from fr_sim.files.tiles import load_tiles
from fr_sim.files.writing import whole_file

__all__ = [
    "StageCheck",
    "check_stage",
    "check_stage_table",
    "differences",
    "edition_names",
    "load_edition",
    "load_rider",
    "load_stage",
    "load_tiles",
    "new_stage_file",
    "rider_from_table",
    "rider_names",
    "rules_from_table",
    "shipped_stages",
    "slug",
    "stage_from_table",
    "stage_names",
    "stage_path",
    "whole_file",
    "write_new",
]
