import pytest

from referee.bench.score import Finding, Verdict, deal_times, match_seats, score_scene, unjudged
from referee.bench.truth import read_truth
from tests.bench.test_truth import round_of, scene, touch

ORDER = ((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4))


def judged(touches=(), deals=(), seats=(0, 1, 2, 3)):
    """A judgement as ``referee judge --json`` writes it, for heads as ``scene`` places them."""
    boxes = [{"seat": i, "face_box": [100 * n + 5, 60, 100 * n + 55, 120]} for i, n in enumerate(seats)]
    return {"seats": boxes, "touches": list(touches), "deals": list(deals)}


def said(seat, contact, half=0.01, kind="held"):
    interval = None if contact is None else [contact - half, contact + half]
    return {
        "seat": seat,
        "hand": None,
        "kind": kind,
        "contact_s": contact,
        "interval_s": interval,
        "release_s": None,
    }


def deal(order, verdict="letter", seat=None, reason="last"):
    return {
        "initiator": order[0],
        "initiators": order[:1],
        "order": list(order),
        "verdict": verdict,
        "seat": seat,
        "reason": reason,
        "p_reversed": None,
        "unseen": [],
    }


PERFECT = [said(seat, at) for seat, at in ORDER]


def verdict_of(truth, said_deal, touches=PERFECT):
    (score,) = score_scene(read_truth(truth), judged(touches, [said_deal])).deals
    return score


def test_a_perfect_judgement_is_right_in_everything():
    score = score_scene(read_truth(round_of(*ORDER)), judged(PERFECT, [deal([1, 2, 0, 3], seat=3)]))
    assert [t.finding for t in score.touches] == [Finding.FOUND] * 4
    assert [t.error_s for t in score.touches] == [0.0] * 4
    assert all(t.covered for t in score.touches)
    assert (score.false_held, score.false_brush) == ((), ())
    assert [d.verdict for d in score.deals] == [Verdict.RIGHT]
    assert score.deals[0].initiator_right
    assert score.seats_found == 4


@pytest.mark.parametrize(("off", "found"), [(0.24, True), (-0.24, True), (0.26, False), (-0.26, False)])
def test_found_means_within_a_quarter_of_a_second(off, found):
    touches = [said(1, 1.0 + off), *PERFECT[1:]]
    score = score_scene(read_truth(round_of(*ORDER)), judged(touches))
    assert (score.touches[0].finding is Finding.FOUND) == found
    assert len(score.false_held) == (0 if found else 1)


def test_error_and_coverage():
    touches = [said(1, 1.008), said(2, 1.185), *PERFECT[2:]]
    score = score_scene(read_truth(round_of(*ORDER)), judged(touches))
    assert [t.error_s for t in score.touches[:2]] == pytest.approx([0.008, -0.015])
    assert [t.covered for t in score.touches[:2]] == [True, False]


def test_a_touch_of_another_seat_finds_nothing():
    score = score_scene(read_truth(round_of(*ORDER)), judged([said(0, 1.0)]))
    assert score.touches[0].finding is Finding.MISSED
    assert score.false_held == ((0, 1.0),)


def test_one_judged_touch_finds_one_true_touch():
    data = scene(gestures=[touch(0, 1.0, 0.1), touch(0, 1.2, 0.1)])
    score = score_scene(read_truth(data), judged([said(0, 1.12, kind="brush")]))
    assert [t.finding for t in score.touches] == [Finding.MISSED, Finding.FOUND]


def test_a_held_touch_called_a_brush_is_of_the_wrong_kind_and_no_false_one():
    score = score_scene(read_truth(round_of(*ORDER)), judged([said(1, 1.0, kind="brush"), *PERFECT[1:]]))
    assert score.touches[0].finding is Finding.WRONG_KIND
    assert (score.false_held, score.false_brush) == ((), ())


def test_a_brush_called_held_is_a_false_touch():
    data = scene(gestures=[touch(2, 1.0, held=0.15)])
    score = score_scene(read_truth(data), judged([said(2, 1.01)]))
    assert score.touches[0].finding is Finding.WRONG_KIND
    assert score.false_held == ((2, 1.01),)


def test_touches_from_the_first_frame_on_are_false_where_nobody_touches():
    score = score_scene(read_truth(scene()), judged([said(2, None)]))
    assert score.false_held == ((2, 0.0),)


def test_verdicts():
    plain = round_of(*ORDER)
    assert verdict_of(plain, deal([1, 2, 0, 3], seat=3)).verdict is Verdict.RIGHT
    assert verdict_of(plain, deal([1, 2, 3, 0], seat=0)).verdict is Verdict.WRONG
    assert verdict_of(plain, deal([1, 2, 0, 3], "redeal")).verdict is Verdict.REDEAL
    assert verdict_of(plain, deal([1, 2, 0, 3], "call")).verdict is Verdict.CALL


def test_a_letter_on_a_dead_heat_is_wrong_and_counted_apart():
    heat = round_of(*ORDER[:3], (3, 1.302))
    score = verdict_of(heat, deal([1, 2, 0, 3], seat=3))
    assert (score.verdict, score.dead_heat_letter) == (Verdict.WRONG, True)
    assert verdict_of(heat, deal([1, 2, 0, 3], "redeal")).verdict is Verdict.RIGHT
    assert verdict_of(heat, deal([1, 2, 0, 3], "call")).verdict is Verdict.CALL


def test_a_letter_where_nobody_can_know_is_wrong_even_to_the_right_seat():
    hidden = round_of(*ORDER, note="seat 3 is hidden while it touches")
    assert verdict_of(hidden, deal([1, 2, 0, 3], seat=3)).verdict is Verdict.WRONG
    assert verdict_of(hidden, deal([1, 2, 0, 3], "call")).verdict is Verdict.RIGHT


def test_who_never_copied_takes_the_letter():
    never = round_of(*ORDER[:3], not_signalled=[3])
    assert verdict_of(never, deal([1, 2, 0], seat=3), PERFECT[:3]).verdict is Verdict.RIGHT


def test_a_deal_where_there_is_none_is_invented():
    (score,) = score_scene(read_truth(scene()), judged([said(0, 1.0)], [deal([0], "letter", 2)])).deals
    assert (score.truth, score.verdict) == (None, Verdict.WRONG)
    (score,) = score_scene(read_truth(scene()), judged([said(0, 1.0)], [deal([0], "call")])).deals
    assert (score.truth, score.verdict) == (None, Verdict.CALL)


def test_a_deal_that_is_not_reported_has_no_verdict():
    (score,) = score_scene(read_truth(round_of(*ORDER)), judged(PERFECT)).deals
    assert score.verdict is Verdict.NONE


def test_deals_are_paired_by_time():
    gestures = [touch(seat, at) for seat, at in ((0, 1.0), (1, 1.2), (2, 1.4), (2, 8.0), (1, 8.1), (0, 8.3))]
    rounds = [{"order": [0, 1, 2]}, {"order": [2, 1, 0]}]
    truth = read_truth(scene(seats=(0, 1, 2), gestures=gestures, expected={"rounds": rounds}))
    second = [said(2, 8.0), said(1, 8.1), said(0, 8.3)]
    score = score_scene(truth, judged(second, [deal([2, 1, 0], seat=0)], seats=(0, 1, 2)))
    assert [d.verdict for d in score.deals] == [Verdict.NONE, Verdict.RIGHT]


def test_deal_times_use_each_touch_once():
    touches = [said(0, 1.0), said(1, 1.2), said(0, 8.3), said(1, 8.1), said(1, 7.9, kind="brush")]
    judgement = judged(touches, [deal([0, 1], seat=1), deal([1, 0], seat=0)])
    assert deal_times(judgement) == [1.0, 8.1]


def test_seats_are_matched_by_place_and_not_by_number():
    truth = read_truth(round_of(*ORDER))
    judgement = judged(seats=(1, 2, 3))  # the leftmost face was not found
    assert match_seats(truth, judgement) == {0: 1, 1: 2, 2: 3}
    score = score_scene(truth, {**judgement, "touches": [said(0, 1.0)]})
    assert [t.finding for t in score.touches[:2]] == [Finding.FOUND, Finding.MISSED]
    assert score.seats_found == 3


def test_a_face_where_nobody_sits_matches_no_seat():
    truth = read_truth(round_of(*ORDER))
    assert match_seats(truth, judged(seats=(0, 1, 2, 3, 7))) == {0: 0, 1: 1, 2: 2, 3: 3}


def test_a_film_that_cannot_be_judged_misses_everything():
    score = unjudged(read_truth(round_of(*ORDER)), "Nobody's face was found")
    assert [t.finding for t in score.touches] == [Finding.MISSED] * 4
    assert [d.verdict for d in score.deals] == [Verdict.NONE]
