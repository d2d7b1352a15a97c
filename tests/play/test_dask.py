from __future__ import annotations

import pytest

from cardgen.play.batch import over_dask
from cardgen.play.overrides import override
from cardgen.play.simulate import simulate_many
from tests.play.tanfang_data import data

distributed = pytest.importorskip("distributed", reason="the extra cardgen[dask] is not installed")


@pytest.mark.filterwarnings("ignore")
def test_a_grid_on_a_local_cluster_of_two_workers_gives_the_same_results() -> None:
    points = [{"rules.assist": value} for value in (2, 4)]
    versions = [(point, override(data(2), point)) for point in points]
    here = simulate_many("tanfang", versions, 90)
    seen: list[tuple[int, int]] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
    ) as cluster:
        backend = over_dask(cluster.scheduler_address)
        there = simulate_many(
            "tanfang", versions, 90, backend=backend, progress=lambda done, total: seen.append((done, total))
        )
    assert [result.as_json() for result in there] == [result.as_json() for result in here]
    assert seen[-1] == (180, 180)
