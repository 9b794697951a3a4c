"""A phone's film, held on its side: live, as a clip and offline, everybody sees the same upright picture."""

from pathlib import Path

import av
import numpy as np
import pytest

from referee.film import Film
from referee.live.clips import make_viewable, remux
from referee.live.decoder import decode_stretch
from tests.live.films import picture
from tests.live.rings import ring_of


def write_turned(path: Path, degrees: int) -> Path:
    with av.open(str(path), "w") as output:
        stream = output.add_stream("libx264", rate=30)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
        stream.set_display_rotation(degrees)
        for number in range(10):
            image = picture(number)
            image[:30, :40] = 255
            output.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        output.mux(stream.encode(None))
    return path


@pytest.mark.parametrize(
    ("degrees", "corner"), [(90, (-1, 0)), (180, (-1, -1)), (-90, (0, -1)), (270, (0, -1))]
)
def test_pictures_stand_upright(tmp_path: Path, degrees: int, corner: tuple[int, int]) -> None:
    film = write_turned(tmp_path / "phone.mp4", degrees)
    ring = ring_of(film)
    info = ring.info()
    assert info is not None
    stretch = ring.stretch(0.0, 1.0)
    assert stretch is not None
    live = [image for _, image in decode_stretch(stretch)]
    offline = [frame.image for frame in Film(film)]
    assert live[0].shape == (info.height, info.width, 3)
    assert np.array_equal(np.array(live), np.array(offline))
    rows, columns = (slice(20) if end == 0 else slice(-20, None) for end in corner)
    assert live[0][rows, columns].mean() > 240
    remux(stretch, tmp_path / "clip.mov")
    assert np.array_equal(next(iter(Film(tmp_path / "clip.mov"))).image, live[0])
    make_viewable(stretch, tmp_path / "clip.mp4")
    seen = next(iter(Film(tmp_path / "clip.mp4"))).image
    assert seen.shape == live[0].shape
    assert seen[rows, columns].mean() > 230
