// Keeps one board fresh: server-sent events, resumed by id; polling while they do not flow; says which it is.

const SILENCE_MS = 2500; // the server gives a sign of life every second
const RETRY_MS = 700;
const POLL_MS = 1000;

/**
 * @param {object} options
 * @param {string} options.language - texts come in this language.
 * @param {string} options.seen - id of the board that the page already shows.
 * @param {(board: object) => void} options.onBoard - a new board.
 * @param {(live: boolean) => void} options.onLive - whether the page is live; called when it changes.
 */
export function keepLive({ language, seen, onBoard, onLive }) {
  let source = null;
  let live = null;
  let heard = performance.now();
  let opened = 0;
  let polling = false;

  function tell(now) {
    if (now !== live) onLive((live = now));
  }

  function take(text) {
    const board = JSON.parse(text);
    if (board.id !== seen) {
      seen = board.id;
      onBoard(board);
    }
  }

  function alive() {
    heard = performance.now();
    tell(true);
  }

  function open() {
    source?.close();
    opened = performance.now();
    const mine = (source = new EventSource(`/api/events?language=${language}&since=${encodeURIComponent(seen)}`));
    mine.addEventListener("board", (event) => {
      take(event.data);
      alive();
    });
    mine.addEventListener("beat", alive);
    mine.addEventListener("error", () => {
      // The stream ended or the server is away. We open the next one ourselves: a browser gives up on some errors.
      mine.close();
      if (source === mine) source = null;
    });
  }

  async function poll() {
    if (polling) return;
    polling = true;
    try {
      const answer = await fetch(`/api/board?language=${language}`, { signal: AbortSignal.timeout(2000), cache: "no-store" });
      if (answer.ok) {
        take(await answer.text());
        alive();
      }
    } catch { /* away: the next tick tries again */ } finally {
      polling = false;
    }
  }

  let polled = 0;
  function tick() {
    const now = performance.now();
    if (source && now - heard > SILENCE_MS && now - opened > SILENCE_MS) {
      source.close();
      source = null;
    }
    if (!source && now - opened > RETRY_MS) open();
    if (now - heard > POLL_MS * 1.4 && now - polled > POLL_MS) {
      polled = now;
      poll();
    }
    if (now - heard > SILENCE_MS) tell(false);
  }

  open();
  setInterval(tick, 250);
  // A laptop that slept or a page that comes back to the front asks at once.
  const wake = () => {
    if (document.visibilityState === "visible") {
      poll();
      open();
    }
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
}
