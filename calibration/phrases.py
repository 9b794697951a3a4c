"""The words of a check: what was measured and what to do, in each language. Data only.

``said`` says what was measured, ``do`` what to do when it is amber or red, ``how`` how to have it measured.
Places: ``seat``, ``value``, ``percent`` (of a share), and the numbers that the finding has in ``more``.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.calibration.findings import Level, What

Texts = Mapping[What, str]

SAID: Mapping[str, Texts] = {
    "en": {
        What.PEOPLE: "People found: {value:.0f}",
        What.FACE: "Seat {seat}: the face is found in {percent:.0f} % of the looks",
        What.SIZE: "Seat {seat} is {value:.0f} pixels wide",
        What.ANGLE: "Seat {seat}: angle of the face to the camera {value:.0f} degrees",
        What.ROOM: "Seat {seat} has {value:.1f} face widths to the edge of the picture",
        What.LIGHT: "Seat {seat}: brightness of the face {value:.0f} of 255",
        What.EXPOSURE: "Seat {seat}: {percent:.0f} % of the face is burnt out",
        What.CONTRAST: "Seat {seat}: contrast of the face {value:.0f}",
        What.SHARPNESS: "Seat {seat}: sharpness of the face {value:.2f}",
        What.HANDS: "Seat {seat}: a hand at the face is found in {percent:.0f} % of the looks",
        What.PLACE: "The picture has shifted by {value:.0f} pixels since the table was saved",
        What.FRAME_RATE: "{value:.0f} frames a second where they come slowest, {fps:.0f} over all",
        What.STEADINESS: "{percent:.0f} % of the frames come early or late",
        What.BLUR: "A frame is exposed for {value:.0f} ms",
        What.READOUT: "The camera takes {value:.0f} ms from the first to the last row",
        What.JITTER: "The frames' times are good to ±{value:.1f} ms",
        What.LENS: "The lens is known to {value:.2f} pixels; seats that it bends are straightened",
        What.TIMING: "Times will be good to about ±{value:.0f} ms: "
        "two players closer than {gap:.0f} ms will be a redeal",
    },
    "de": {
        What.PEOPLE: "Gefundene Personen: {value:.0f}",
        What.FACE: "Platz {seat}: Das Gesicht wird in {percent:.0f} % der Blicke gefunden",
        What.SIZE: "Platz {seat} ist {value:.0f} Pixel breit",
        What.ANGLE: "Platz {seat}: Winkel des Gesichts zur Kamera {value:.0f} Grad",
        What.ROOM: "Platz {seat} hat {value:.1f} Gesichtsbreiten bis zum Bildrand",
        What.LIGHT: "Platz {seat}: Helligkeit des Gesichts {value:.0f} von 255",
        What.EXPOSURE: "Platz {seat}: {percent:.0f} % des Gesichts sind überbelichtet",
        What.CONTRAST: "Platz {seat}: Kontrast des Gesichts {value:.0f}",
        What.SHARPNESS: "Platz {seat}: Schärfe des Gesichts {value:.2f}",
        What.HANDS: "Platz {seat}: Eine Hand am Gesicht wird in {percent:.0f} % der Blicke gefunden",
        What.PLACE: "Das Bild hat sich seit dem Speichern um {value:.0f} Pixel verschoben",
        What.FRAME_RATE: "{value:.0f} Bilder je Sekunde, wo sie am langsamsten kommen, {fps:.0f} im Ganzen",
        What.STEADINESS: "{percent:.0f} % der Bilder kommen zu früh oder zu spät",
        What.BLUR: "Ein Bild wird {value:.0f} ms belichtet",
        What.READOUT: "Die Kamera braucht {value:.0f} ms von der ersten bis zur letzten Zeile",
        What.JITTER: "Die Zeiten der Bilder stimmen auf ±{value:.1f} ms",
        What.LENS: "Das Objektiv ist auf {value:.2f} Pixel bekannt; Plätze, die es verzerrt, werden geradegerückt",
        What.TIMING: "Die Zeiten werden auf etwa ±{value:.0f} ms stimmen: Wer näher als {gap:.0f} ms beieinander "
        "liegt, spielt noch einmal",
    },
}

DO: Mapping[str, Texts] = {
    "en": {
        What.PEOPLE: "three or four play; turn the camera so that every face is in the picture, and nobody else's",
        What.FACE: "take away what hides it (a lamp, a bottle, the cards), or turn on a light",
        What.SIZE: "bring the camera nearer or choose 1080p",
        What.ANGLE: "turn the chair towards the camera, or put the camera further to that side",
        What.ROOM: "move the camera back or turn it, so that the hand is in the picture on its way to the nose",
        What.LIGHT: "put a lamp in front of this player, not behind",
        What.EXPOSURE: "turn the lamp away from this face, or take down the camera's exposure",
        What.CONTRAST: "put a lamp to one side in front of this player, and wipe the lens",
        What.SHARPNESS: "wipe the lens, let the camera focus on the faces, or bring it nearer",
        What.HANDS: "keep the hand in the light and in the picture on its way to the nose",
        What.PLACE: "the camera was moved; the seats are taken anew: look whether everybody is where the picture says",
        What.FRAME_RATE: "turn on more light (a camera halves its rate in the dark), or choose a mode with at least 30",
        What.STEADINESS: "close other programs, use a cable instead of the network, or turn on more light",
        What.BLUR: "turn on more light: then each frame is exposed for a shorter time",
        What.READOUT: "",
        What.JITTER: "use a cable instead of the network, or another camera",
        What.LENS: "",
        What.TIMING: "see the lines above that are not green, the frame rate first",
    },
    "de": {
        What.PEOPLE: "Es spielen drei oder vier; drehe die Kamera so, dass jedes Gesicht im Bild ist und sonst keines",
        What.FACE: "Nimm weg, was es verdeckt (Lampe, Flasche, Karten), oder mach Licht",
        What.SIZE: "Stelle die Kamera näher hin oder wähle 1080p",
        What.ANGLE: "Drehe den Stuhl zur Kamera, oder stelle die Kamera weiter auf diese Seite",
        What.ROOM: "Stelle die Kamera weiter weg oder drehe sie, damit die Hand auf dem Weg zur Nase im Bild ist",
        What.LIGHT: "Stelle eine Lampe vor diese Person, nicht dahinter",
        What.EXPOSURE: "Drehe die Lampe von diesem Gesicht weg, oder stelle die Belichtung der Kamera niedriger",
        What.CONTRAST: "Stelle eine Lampe seitlich vor diese Person, und wische die Linse ab",
        What.SHARPNESS: "Wische die Linse ab, lass die Kamera auf die Gesichter scharf stellen, oder rücke sie näher",
        What.HANDS: "Halte die Hand auf dem Weg zur Nase im Licht und im Bild",
        What.PLACE: "Die Kamera wurde bewegt, die Plätze sind neu bestimmt: Prüfe, ob alle richtig sitzen",
        What.FRAME_RATE: "Mach mehr Licht (im Dunkeln halbiert eine Kamera ihre Bildrate), oder wähle mindestens 30",
        What.STEADINESS: "Schließe andere Programme, nimm ein Kabel statt des Netzes, oder mach mehr Licht",
        What.BLUR: "Mach mehr Licht: Dann wird jedes Bild kürzer belichtet",
        What.READOUT: "",
        What.JITTER: "Nimm ein Kabel statt des Netzes, oder eine andere Kamera",
        What.LENS: "",
        What.TIMING: "Sieh die Zeilen darüber an, die nicht grün sind, zuerst die Bildrate",
    },
}

HOW: Mapping[str, Texts] = {
    "en": {
        What.FACE: "",
        What.SIZE: "Seat {seat}: not measured, for the face was not found",
        What.ANGLE: "Seat {seat}: not measured, for the face was not found",
        What.LIGHT: "Seat {seat}: not measured: look at the camera for a moment with the hands down",
        What.EXPOSURE: "Seat {seat}: not measured: look at the camera for a moment with the hands down",
        What.CONTRAST: "Seat {seat}: not measured: look at the camera for a moment with the hands down",
        What.SHARPNESS: "Seat {seat}: not measured: look at the camera for a moment with the hands down",
        What.HANDS: "Seat {seat}: not measured, no hand came to the face: touch your nose while the check runs",
        What.PLACE: "Not compared: no table was saved before (check-table --table NAME)",
        What.FRAME_RATE: "Frame rate not measured: the recording is too short; give a few seconds",
        What.STEADINESS: "Steadiness of the frames not measured: the recording is too short; give a few seconds",
        What.BLUR: "Exposure of a frame not measured: hold a phone that shows the timing page before the camera "
        "(check-table --timing)",
        What.READOUT: "Time from first to last row not measured: intervals are up to {wider:.1f} ms wider on "
        "either side for it. Hold a phone that shows the timing page before the camera (check-table --timing)",
        What.JITTER: "How good the frames' times are, not measured: hold a phone that shows the timing page before "
        "the camera (check-table --timing)",
        What.LENS: "Lens not measured: only a wide-angle camera with people near the picture's sides needs it; show it "
        "the board of squares (check-table --lens)",
    },
    "de": {
        What.FACE: "",
        What.SIZE: "Platz {seat}: nicht gemessen, das Gesicht wurde nicht gefunden",
        What.ANGLE: "Platz {seat}: nicht gemessen, das Gesicht wurde nicht gefunden",
        What.LIGHT: "Platz {seat}: nicht gemessen: Sieh kurz mit gesenkten Händen in die Kamera",
        What.EXPOSURE: "Platz {seat}: nicht gemessen: Sieh kurz mit gesenkten Händen in die Kamera",
        What.CONTRAST: "Platz {seat}: nicht gemessen: Sieh kurz mit gesenkten Händen in die Kamera",
        What.SHARPNESS: "Platz {seat}: nicht gemessen: Sieh kurz mit gesenkten Händen in die Kamera",
        What.HANDS: "Platz {seat}: nicht gemessen, keine Hand kam zum Gesicht: Berühre dabei die Nase",
        What.PLACE: "Nicht verglichen: Es war noch kein Tisch gespeichert (check-table --table NAME)",
        What.FRAME_RATE: "Bildrate nicht gemessen: Die Aufnahme ist zu kurz; gib ein paar Sekunden",
        What.STEADINESS: "Gleichmaß der Bilder nicht gemessen: Die Aufnahme ist zu kurz; gib ein paar Sekunden",
        What.BLUR: "Belichtung eines Bildes nicht gemessen: Halte ein Telefon mit der "
        "Seite zur Zeitmessung vor die Kamera",
        What.READOUT: "Zeit von der ersten bis zur letzten Zeile nicht gemessen: Die Zeiten gelten deshalb auf bis "
        "zu {wider:.1f} ms ungenauer. Halte ein Telefon mit der Seite zur Zeitmessung vor die Kamera",
        What.JITTER: "Güte der Bildzeiten nicht gemessen: Halte ein Telefon mit der "
        "Seite zur Zeitmessung vor die Kamera",
        What.LENS: "Objektiv nicht gemessen: Nur ein Weitwinkel mit Leuten nah am Bildrand braucht es; zeige ihm "
        "die Tafel mit den Quadraten (check-table --lens)",
    },
}

GOOD = {"en": "good", "de": "gut"}
"""What is said after a green value."""

LEVELS: Mapping[str, Mapping[Level, str]] = {
    "en": {Level.GREEN: "good", Level.AMBER: "could be better", Level.RED: "must be put right"},
    "de": {Level.GREEN: "gut", Level.AMBER: "geht besser", Level.RED: "muss besser werden"},
}
"""The levels for people."""

CLOSING: Mapping[str, Mapping[Level, str]] = {
    "en": {
        Level.GREEN: "The table is good: you can play.",
        Level.AMBER: "You can play; with what is AMBER put right there are fewer calls and redeals.",
        Level.RED: "Not yet: put right what is RED, then check again.",
    },
    "de": {
        Level.GREEN: "Der Tisch ist gut: Ihr könnt spielen.",
        Level.AMBER: "Ihr könnt spielen; wird besser, was AMBER ist, muss seltener entschieden oder wiederholt werden.",
        Level.RED: "Noch nicht: Bessert aus, was RED ist, und prüft noch einmal.",
    },
}
"""What the whole check comes to."""

COUNTED = {
    "en": "Seats count from 0 at the left of the picture.",
    "de": "Die Plätze zählen von 0, von links im Bild.",
}
"""How the terminal counts seats, as judge does; the pages count from 1."""
