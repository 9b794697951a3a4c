from referee.bench.workload import DEALS_S, PASSING_LASTS_S, PASSING_S, RATE, WARM_UP_S, workload


def test_three_signals_each_followed_by_twenty_seconds_of_passing() -> None:
    work = workload()
    deals_s = sum(end_s - start_s for start_s, end_s in DEALS_S)
    assert abs(work.seconds - WARM_UP_S - deals_s - 3 * PASSING_LASTS_S) < 0.2
    assert abs(sum(work.busy) / RATE - deals_s) < 0.1
    assert len(work.order) == len(work.busy)


def test_passing_shows_only_passing_and_no_hand_jumps_within_a_stretch() -> None:
    work = workload()
    inside = {
        frame for start_s, end_s in PASSING_S for frame in range(round(start_s * RATE), round(end_s * RATE))
    }
    assert all(frame in inside for frame, busy in zip(work.order, work.busy, strict=True) if not busy)
    steps = [abs(after - before) for before, after in zip(work.order, work.order[1:], strict=False)]
    assert sum(step > 1 for step in steps) < 60
