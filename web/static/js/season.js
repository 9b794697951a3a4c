// The season: everybody's reaction times in one picture.

import { timesChart } from "./charts.js";
import { byId, draw, markPath, pageData } from "./dom.js";

const season = JSON.parse(byId("season-data").textContent);

byId("times")?.append(timesChart({ players: season.people, slowest_ms: season.slowest_ms }, pageData().texts["history.times"]));
document.querySelectorAll(".season .mark").forEach((mark) => mark.append(draw("path", { d: markPath(Number(mark.dataset.seat)) })));
