"""Print what imports cost, over `import numpy`: `python tests/benchmarks/import_time.py [--runs 15]`.

The goal is less than 0.15 s for `import skyjo_widgets`. What is used first then costs the rest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median

STEPS = {
    "import skyjo_widgets": "import skyjo_widgets",
    "from skyjo_widgets import Game": "from skyjo_widgets import Game",
    "from skyjo_widgets import Table": "from skyjo_widgets import Table",
    "from skyjo_widgets import duel": "from skyjo_widgets import duel",
}


def seconds(line: str, after: str) -> float:
    """Seconds that `line` takes in a new process in which `after` was run."""
    clock = "from time import perf_counter"
    program = f"{clock}\n{after}\nstart = perf_counter()\n{line}\nprint(perf_counter() - start)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
    return float(done.stdout)


def main() -> None:
    """Measure and print, the median of several processes each."""
    parser = argparse.ArgumentParser(description="Print what imports cost.")
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    lines = {"import numpy": median(seconds("import numpy", "") for _ in range(runs))}
    for name, line in STEPS.items():
        lines[f"{name}, after numpy"] = median(seconds(line, "import numpy") for _ in range(runs))
    for name, took in lines.items():
        print(f"{took * 1000:8.1f} ms  {name}")


if __name__ == "__main__":
    main()
