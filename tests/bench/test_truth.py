import pytest

from referee.bench.truth import Expected, read_truth


def scene(name="clear-01", seats=(0, 1, 2, 3), gestures=(), expected=None, **more):
    return {
        "scene": name,
        "seats": [{"seat": n, "head_box": [100 * n, 50, 100 * n + 60, 130]} for n in seats],
        "gestures": list(gestures),
        "expected": expected or {"order": [], "last": None, "note": None},
        "frame_times_s": [n / 30 for n in range(300)],
        **more,
    }


def touch(seat, contact, held=1.0, speed=0.5, kind="nose touch"):
    return {
        "seat": seat,
        "kind": kind,
        "contact_s": contact,
        "release_s": contact + held,
        "speed_at_contact_m_s": speed,
    }


def round_of(*contacts, **expected):
    gestures = [touch(seat, at) for seat, at in contacts]
    return scene(
        gestures=gestures, expected={"order": [seat for seat, _ in contacts], "note": None, **expected}
    )


def test_the_last_to_touch_takes_the_letter():
    truth = read_truth(round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4)))
    (deal,) = truth.deals
    assert (deal.expected, deal.last, deal.order) == (Expected.LETTER, 3, (1, 2, 0, 3))
    assert deal.gap_s == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("gap", "expected"), [(0.0, "redeal"), (0.003, "redeal"), (0.0032, "letter"), (0.016, "letter")]
)
def test_three_milliseconds_are_a_dead_heat(gap, expected):
    (deal,) = read_truth(round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.3 + gap))).deals
    assert deal.expected == expected


def test_who_never_copies_is_last_but_two_who_never_do_are_for_a_person():
    one = read_truth(round_of((1, 1.0), (2, 1.2), (0, 1.3), not_signalled=[3]))
    assert (one.deals[0].expected, one.deals[0].last, one.deals[0].gap_s) == (Expected.LETTER, 3, None)
    two = read_truth(round_of((1, 1.0), (2, 1.2), not_signalled=[0, 3]))
    assert (two.deals[0].expected, two.deals[0].last) == (Expected.CALL, None)


def test_seats_are_numbered_among_those_taken():
    gestures = [touch(0, 1.0), touch(2, 1.2), touch(3, 1.4)]
    truth = read_truth(scene(seats=(0, 2, 3), gestures=gestures, expected={"order": [0, 2, 3], "note": None}))
    assert [t.seat for t in truth.touches] == [0, 1, 2]
    assert truth.deals[0].last == 2
    assert len(truth.heads) == 3


def test_brushes_and_other_gestures_are_no_held_touches():
    data = round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4))
    data["gestures"] += [
        touch(2, 0.3, held=0.15),
        touch(3, 0.4, kind="cheek touch"),
        {"seat": 0, "kind": "pass"},
    ]
    truth = read_truth(data)
    assert [t.held for t in truth.touches] == [False, True, True, True, True]
    assert truth.deals[0].order == (1, 2, 0, 3)


def test_several_rounds_use_each_touch_once():
    gestures = [touch(seat, at) for seat, at in ((0, 1.0), (1, 1.2), (2, 1.4), (2, 8.0), (1, 8.1), (0, 8.3))]
    rounds = [{"order": [0, 1, 2]}, {"order": [2, 1, 0]}]
    truth = read_truth(scene(seats=(0, 1, 2), gestures=gestures, expected={"rounds": rounds}))
    assert [(deal.last, deal.start_s) for deal in truth.deals] == [(2, 1.0), (0, 8.0)]


@pytest.mark.parametrize(
    ("note", "hidden"),
    [
        ("seat 3 is hidden while it touches: unseen", {3}),
        ("the picture stands still while the last two touch", {0, 3}),
    ],
)
def test_a_hidden_contact_is_for_a_person(note, hidden):
    truth = read_truth(round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4), note=note))
    assert {t.seat for t in truth.touches if not t.seen} == hidden
    assert truth.deals[0].expected is Expected.CALL


def test_hidden_stretches_may_be_listed():
    data = round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4))
    data["unseen"] = [{"seat": 2, "start_s": 1.1, "end_s": 1.5}, {"seat": 0, "start_s": 2.0, "end_s": 3.0}]
    assert [t.seat for t in read_truth(data).touches if not t.seen] == [2]


def test_the_spacing_is_that_of_the_frames_around_the_contact():
    data = round_of((1, 1.0), (2, 1.2), (0, 1.3), (3, 1.4))
    data["frame_times_s"] = [0.0, 0.5, 0.9, 1.1, 1.15, 1.25, 1.28, 1.38, 1.39]
    spacing = {t.seat: t.spacing_s for t in read_truth(data).touches}
    assert spacing == pytest.approx({1: 0.2, 2: 0.1, 0: 0.1, 3: 0.01})


def test_an_order_that_nobody_performs_is_refused():
    with pytest.raises(StopIteration):
        read_truth(scene(gestures=[touch(0, 1.0)], expected={"order": [0, 1], "note": None}))


def test_the_kind_is_the_name_without_its_number():
    assert read_truth(scene("fast60-10008")).kind == "fast60"
    assert read_truth(scene("match")).kind == "match"
