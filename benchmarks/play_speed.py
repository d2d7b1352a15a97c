"""How many games of Tanfang a core plays in a second, for each player count.

    python benchmarks/play_speed.py [GAMES] [JOBS]

Single process first (the figure to compare), then shared among JOBS processes, start-up included.
The strategies are those of the published table of win rates; 4,000 games of four are to take less than
20 seconds on two cores.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from cardgen.diagnostics import Findings
from cardgen.loading import load_kit
from cardgen.play.batch import in_process, over_processes
from cardgen.play.playthroughs import data_for
from cardgen.play.simulate import simulate

ROOT = Path(__file__).parents[1]


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1
    findings = Findings()
    source = load_kit(ROOT, findings)
    if source is None:
        raise SystemExit("\n".join(finding.message for finding in findings))
    rows = []
    for players in source.spec.kit.players:
        data = data_for(source, players, findings)
        if data is None:
            raise SystemExit("\n".join(finding.message for finding in findings))
        start, cpu = time.perf_counter(), time.process_time()
        simulate("tanfang", data, games, backend=in_process)
        alone, busy = time.perf_counter() - start, time.process_time() - cpu
        start = time.perf_counter()
        simulate("tanfang", data, games, backend=over_processes(jobs))
        shared = time.perf_counter() - start
        rows.append(
            {
                "players": players,
                "games": games,
                "games_per_second_per_core": round(games / busy, 1),
                "seconds_alone": round(alone, 2),
                "jobs": jobs,
                "seconds_shared": round(shared, 2),
            }
        )
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
