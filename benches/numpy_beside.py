#!/usr/bin/env python3
"""The seven-point figure's step in NumPy, as it stands in the reference, and ours beside it, turn by turn in one run.

    python3 benches/numpy_beside.py [TURNS]

Needs NumPy, and the reference `../shared/golden/seven_point.py` beside the project; without either it says so and skips.
A step of the reference is 0.002 s with one pass over the sticks, a floor, and nothing else. Ours is a sub-step of 10 000 such figures
on flat ground, on one core: `classic`, which does the same as the reference, and the default, whose sticks are rigid.
"""
import importlib.util
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT.parent / "shared" / "golden" / "seven_point.py"
FIGURES = 10_000
STEPS = 4_000
# What was asked for: a thousandth of NumPy's time.
GOAL = 1000


def skip(why):
    print(f"skipped: {why}", file=sys.stderr)
    sys.exit(0)


def load():
    try:
        import numpy
    except ImportError:
        skip("NumPy is not installed (python3 -m pip install numpy)")
    if not REFERENCE.is_file():
        skip("the reference ../shared/golden/seven_point.py is not beside the project")
    # The reference's folder stays as it is.
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("seven_point", REFERENCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print(f"NumPy {numpy.__version__}, Python {sys.version.split()[0]}")
    return module


def build():
    command = ["cargo", "build", "--release", "-p", "tumble_verlet", "--example", "crowd", "--message-format", "short"]
    subprocess.run(command, cwd=ROOT, check=True)


def ours():
    """Nanoseconds a figure and sub-step: classic and default."""
    command = ["cargo", "run", "--release", "--quiet", "-p", "tumble_verlet", "--example", "crowd", "--", str(FIGURES)]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name: float(each) for name, each in re.findall(r"figures, (\w+), \w+: ([\d.]+) ns", told)}


def numpys(module):
    """Nanoseconds a step: a figure that falls, lands and stands."""
    figure = module.Fig()
    start = time.perf_counter()
    for _ in range(STEPS):
        figure.step()
    return 1e9 * (time.perf_counter() - start) / STEPS


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    module = load()
    build()
    rows = []
    for turn in range(turns):
        numpy_ns = numpys(module)
        row = {"numpy": numpy_ns, **ours()}
        rows.append(row)
        print(
            f"turn {turn + 1}: NumPy {numpy_ns / 1000:.1f} µs a step; "
            f"ours, a figure and sub-step: classic {row['classic']:.1f} ns, default {row['default']:.1f} ns"
        )
    best = {name: min(row[name] for row in rows) for name in rows[0]}
    middle = {name: statistics.median(row[name] for row in rows) for name in rows[0]}
    for kind, figures in [("least", best), ("median", middle)]:
        ratios = {name: figures["numpy"] / figures[name] for name in ("classic", "default")}
        print(
            f"{kind}: NumPy {figures['numpy'] / 1000:.1f} µs; "
            f"classic {figures['classic']:.1f} ns, {ratios['classic']:.0f} times as fast; "
            f"default {figures['default']:.1f} ns, {ratios['default']:.0f} times as fast"
        )
    ratio = middle["numpy"] / middle["default"]
    print(f"the default over NumPy: {ratio:.0f}, asked for {GOAL}: {'met' if ratio >= GOAL else 'NOT met'}")
    sys.exit(0 if ratio >= GOAL else 1)


if __name__ == "__main__":
    main()
