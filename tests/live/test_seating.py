from referee.live.seating import PATIENCE_S, STEADY_S, Seating, at_places
from referee.status import SeatGlance
from referee.vision.patch import Box


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


HOME = {seat: Box(seat * 100.0 + 25.0, 30.0, 55.0) for seat in range(4)}


def test_whoever_is_at_a_saved_seat_gets_it_and_a_guest_counts_for_nothing() -> None:
    seating = Seating([0, 1, 2, 3])
    guest = SeatGlance(0, (-150.0, 0.0, -100.0, 60.0))
    found = [guest, *people(4)]
    assert seating.see(0.0, found, HOME) == ()
    seated = seating.see(STEADY_S + 0.1, found, HOME)
    assert [(one.seat, one.face_box) for one in seated] == [(one.seat, one.face_box) for one in people(4)]
    assert not seating.elsewhere


def test_with_a_player_out_the_others_keep_their_places_though_a_guest_took_the_chair_between() -> None:
    seating = Seating([0, 2, 3])
    found = [people(4)[0], SeatGlance(1, (180.0, 100.0, 230.0, 160.0)), *people(4)[2:]]
    seating.see(0.0, found, HOME)
    assert [one.seat for one in seating.see(1.1, found, HOME)] == [0, 2, 3]


def test_people_who_sit_elsewhere_are_told_and_then_taken_as_they_sit() -> None:
    seating = Seating([0, 1, 2, 3])
    moved = {seat: Box(box.x, box.y + 300.0, box.size) for seat, box in HOME.items()}
    assert seating.see(0.0, people(4), moved) == ()
    assert seating.message.startswith("Nobody is at seat 1 or 2 or 3 or 4 of the saved table.")
    assert seating.see(STEADY_S + 0.1, people(4), moved) == ()
    seating.see(PATIENCE_S - 1.0, people(3), moved)  # a hand before a face does not begin the wait anew
    assert seating.see(PATIENCE_S - 0.9, people(4), moved) == ()
    assert [seat.seat for seat in seating.see(PATIENCE_S + 0.2, people(4), moved)] == [0, 1, 2, 3]
    assert seating.elsewhere


def test_a_face_of_another_size_sits_somewhere_else() -> None:
    assert at_places(people(1), {0: Box(25.0, 30.0, 55.0)}).keys() == {0}
    assert at_places(people(1), {0: Box(25.0, 30.0, 110.0)}) == {}
    assert at_places(people(1), {0: Box(25.0, 30.0, 55.0), 1: Box(35.0, 30.0, 55.0)}).keys() == {0}
