// Keeps the page live: when the server says that something changed, fetches the page again and brings its live regions up to date.

import { morphPage } from "./morph.js";

const source = document.querySelector("[data-live]")?.dataset.live;
let [busy, stale] = [false, false];

async function refresh() {
  if (busy || document.hidden) {
    stale = true;
    return;
  }
  [busy, stale] = [true, false];
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" }, credentials: "same-origin" });
    // Gone, locked or replaced: the page itself has to say so.
    if (!answer.ok || answer.redirected) location.reload();
    else morphPage(await answer.text());
  } catch {
    stale = true; // Offline for a moment; the next event or the way back to this tab tries again.
  }
  busy = false;
  if (stale && !document.hidden) setTimeout(refresh, 500);
}

if (source) {
  const events = new EventSource(source);
  events.addEventListener("changed", refresh);
  document.addEventListener("visibilitychange", () => stale && refresh());
  // A page that is put away must not hold a connection, and one that comes back may be old.
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
