import json

import pytest

from referee.bench.report import as_markdown, as_text, problems
from referee.bench.score import score_scene, unjudged
from referee.bench.summary import binomial_range, summarise
from referee.bench.truth import read_truth
from tests.bench.test_score import ORDER, PERFECT, deal, judged, said
from tests.bench.test_truth import round_of, scene


def some_scores():
    off = [said(1, 1.003), said(2, 1.196), said(0, 1.3), said(3, 1.44)]
    heat = round_of(*ORDER[:3], (3, 1.302))
    return [
        score_scene(read_truth(round_of(*ORDER)), judged(off, [deal([1, 2, 0, 3], seat=3)])),
        score_scene(read_truth({**heat, "scene": "tie-01"}), judged(PERFECT, [deal([1, 2, 0, 3], seat=3)])),
        score_scene(read_truth(scene("decoys-01")), judged([said(2, 3.0, kind="brush")])),
        unjudged(read_truth({**round_of(*ORDER), "scene": "dim-01"}), "Nobody's face was found"),
    ]


def test_errors_are_summed_up_in_milliseconds():
    error = summarise(some_scores()[:1])["total"]["touches"]["error_ms"]
    assert error["mean"] == pytest.approx((3 - 4 + 0 + 40) / 4)
    assert error["rmse"] == pytest.approx(((9 + 16 + 1600) / 4) ** 0.5)
    assert error["worst"] == pytest.approx(40)


def test_coverage_and_misses_come_with_their_range():
    total = summarise(some_scores())["total"]["touches"]
    assert (total["touches"], total["found"], total["missed"]["count"]) == (12, 8, 4)
    assert (total["coverage"]["count"], total["coverage"]["of"]) == (6, 8)
    low, high = total["coverage"]["range"]
    assert low < 6 / 8 < high


def test_an_error_far_outside_its_own_interval_is_gross():
    gross = summarise(some_scores()[:1])["total"]["touches"]["gross"]
    assert (gross["count"], gross["of"]) == (1, 4)


@pytest.mark.parametrize(("error_s", "count"), [(0.014, 0), (0.016, 1), (-0.016, 1)])
def test_an_error_of_less_than_half_a_frame_is_not_gross(error_s, count):
    contacts = [said(1, 1.0 + error_s, half=0.001), *PERFECT[1:]]
    score = score_scene(read_truth(round_of(*ORDER)), judged(contacts, [deal([1, 2, 0, 3], seat=3)]))
    assert summarise([score])["total"]["touches"]["gross"]["count"] == count


def test_the_targets_are_measured_on_ordinary_kinds_alone():
    summary = summarise(some_scores())
    assert summary["ordinary"]["scenes"] == 2
    assert summary["ordinary"]["touches"]["missed"]["count"] == 0
    assert summary["total"]["scenes"] == 4


def test_verdicts_are_broken_down_by_gap():
    gaps = summarise(some_scores())["total"]["by_gap"]
    assert gaps["dead heat (3 ms at most)"]["dead_heat_letters"] == 1
    assert gaps["50 to 100 ms"]["right"] == 1
    assert gaps["50 to 100 ms"]["none"] == 1


def test_contacts_are_broken_down_by_spacing_and_speed():
    ordinary = summarise(some_scores())["ordinary"]
    assert {name: part["touches"] for name, part in ordinary["by_spacing"].items()} == {"30 frames/s": 8}
    assert {name: part["touches"] for name, part in ordinary["by_speed"].items()} == {"0.3 to 0.6 m/s": 8}


def test_hidden_contacts_are_counted_apart():
    truth = read_truth(round_of(*ORDER, note="seat 3 is hidden while it touches"))
    total = summarise([score_scene(truth, judged(PERFECT[:3], [deal([1, 2, 0], "call")]))])["total"]
    assert total["touches"]["missed"]["count"] == 0
    assert total["hidden"] == {"true": 1, "reported": 0}
    assert total["verdicts"]["right"] == 1


def test_needless_redeals_are_counted_where_the_gap_is_wide():
    score = score_scene(read_truth(round_of(*ORDER)), judged(PERFECT, [deal([1, 2, 0, 3], "redeal")]))
    assert summarise([score])["total"]["needless_above_50_ms"]["count"] == 1


def test_a_summary_is_json():
    assert json.loads(json.dumps(summarise(some_scores())))["total"]["scenes"] == 4


def test_an_empty_bench_divides_by_nothing():
    assert "Nothing went wrong" in as_text(summarise([]))


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 400, 0.0, 0.0095), (380, 400, 0.924, 0.967), (10, 10, 0.722, 1.0)]
)
def test_binomial_ranges_are_wilson_s(hits, n, low, high):
    assert binomial_range(hits, n) == pytest.approx((low, high), abs=0.001)


def test_a_rate_of_nothing_may_be_anything():
    assert binomial_range(0, 0) == (0.0, 1.0)


def test_what_went_wrong_begins_with_wrong_letters():
    lines = problems(summarise(some_scores()))
    assert lines[0].startswith("tie-01: wrong: said letter 3")
    assert any("dim-01: could not be judged" in line for line in lines)
    assert any("off by +40 ms" in line for line in lines)
    assert any("decoys-01: seat 2, false brush at 3.000 s" in line for line in lines)


def test_text_and_markdown_show_the_same_tables():
    summary = summarise(some_scores())
    text, markdown = as_text(summary), as_markdown(summary)
    for title in (
        "Verdicts by gap of the last two",
        "Contacts of ordinary kinds by frame spacing",
        "False touches",
    ):
        assert title in text
        assert f"**{title}**" in markdown
    assert "1 (1 on a dead heat)" in text
    tables = [line for line in markdown.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)
