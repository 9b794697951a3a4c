from referee.live.seating import STEADY_S, Seating
from referee.status import SeatGlance


def people(count: int) -> list[SeatGlance]:
    return [SeatGlance(seat, (seat * 100.0, 0.0, seat * 100.0 + 50.0, 60.0)) for seat in range(count)]


def test_four_people_get_their_seats_once_they_stay() -> None:
    seating = Seating([0, 1, 2, 3])
    assert seating.see(0.0, people(4)) == ()
    assert [seat.seat for seat in seating.see(STEADY_S + 0.1, people(4))] == [0, 1, 2, 3]


def test_fewer_or_more_are_told_what_to_do() -> None:
    seating = Seating([0, 1, 2, 3])
    assert seating.see(0.0, people(3)) == ()
    assert seating.message.startswith("I see three people and need four.")
    assert seating.see(5.0, people(5)) == ()
    assert "Guests please leave" in seating.message


def test_a_guest_who_comes_and_goes_starts_the_wait_anew() -> None:
    seating = Seating([0, 1, 2, 3])
    seating.see(0.0, people(4))
    seating.see(0.5, people(5))
    assert seating.see(STEADY_S + 0.1, people(4)) == ()


def test_three_survivors_keep_the_seats_they_had() -> None:
    seating = Seating([0, 2, 3])
    seating.see(0.0, people(3))
    assert [seat.seat for seat in seating.see(2.0, people(3))] == [0, 2, 3]


def test_who_is_out_may_stay_at_the_table() -> None:
    seating = Seating([0, 2, 3])
    seating.see(0.0, people(4))
    assert [seat.seat for seat in seating.see(2.0, people(4))] == [0, 1, 2, 3]
