// An earlier game: charts and the order of every deal.

import { lettersChart, timesChart } from "./charts.js";
import { byId, pageData } from "./dom.js";
import { drawRace } from "./race.js";

const texts = pageData().texts;
const history = JSON.parse(byId("history-data").textContent);

byId("lines").append(lettersChart(history, texts["history.letters"]));
byId("times").append(timesChart(history, texts["history.times"]));
for (const deal of history.deals) drawRace(byId(`deal-${deal.number}`).querySelector(".race"), deal);
