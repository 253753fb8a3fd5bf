// Keeps the page live: takes in the parts that the server sends, and fetches the page again when the thing itself was edited. Whatever
// fails, the page stays as it is, says quietly that it is not live, and keeps trying.

import { changed, morphPart, morphTo, parsed } from "./morph.js";
import { eventsOf } from "./events.js";

const main = document.querySelector("main[data-live]");
const status = document.querySelector("[data-live-status]");
const [FIRST_WAIT, LONGEST_WAIT] = [1000, 30000];
// The server gives a sign of life every 20 seconds; who hears nothing for longer has lost it.
const SILENCE = 50000;
// A moment without a stream is nothing to speak of.
const WORTH_SAYING = 3000;
// For this long after a click or a sent form, the person may be on the way to another page.
const LEAVING = 5000;
const CHANGED = "This page has changed. Copy what you typed, then load it again.";

const url = main && new URL(main.dataset.live, location.href);
let stream; // What stops the open stream; nothing while there is none.
let failures = 0;
let [waiting, saying, refreshing] = [0, 0, 0];
let refreshAt = Infinity;
const partsTaken = new Map(); // The revisions of the parts that the open stream sent.
let listened = false; // Whether a stream was ever open: who loses one says where it broke off.
let [hiddenAt, leftAt] = [0, -LEAVING];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const isLeaving = () => performance.now() - leftAt < LEAVING;

function live(is) {
  clearTimeout(saying);
  if (is) status?.replaceChildren();
  else saying = setTimeout(() => status?.replaceChildren("Not live right now."), WORTH_SAYING);
}

// What its address says of something just done was about the state before. Whether it said so.
function forgetDone() {
  const address = new URL(location.href);
  if (!address.searchParams.has("done")) return false;
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
  return true;
}

const fields = () => [...main.querySelectorAll("input, textarea, select")];
const isLost = (field, page) => changed(field) && !page.querySelector(`[name="${CSS.escape(field.name)}"]`);

// Another state is another page: then all of it is taken in, unless something that was typed had no place on it.
function take(page) {
  const turned = page.querySelector("main")?.dataset.state !== main.dataset.state;
  if (turned && forgetDone()) return refreshIn(0);
  if (turned && fields().some((field) => isLost(field, page))) status?.replaceChildren(CHANGED);
  else morphTo(page, turned, (part) => partsTaken.get(part) >= madeAt(page));
  made(page);
}

// The page as it is now, into this one. Fields that a person has touched stay theirs.
async function refresh() {
  clearTimeout(refreshing);
  refreshAt = Infinity;
  // Made from what somebody sent: it is theirs until they leave it.
  if ("posted" in main.dataset || document.hidden) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    if ([401, 403, 404, 410].includes(answer.status) || answer.redirected) await gone();
    else if (answer.ok) take(parsed(await answer.text()));
    else refreshIn(LONGEST_WAIT * Math.random());
  } catch {
    refreshIn(LONGEST_WAIT * Math.random());
  }
}

// The soonest counts: what is to be tried again some time must not hold up what is known to be new.
function refreshIn(ms) {
  const at = performance.now() + ms;
  if (at >= refreshAt) return;
  clearTimeout(refreshing);
  refreshAt = at;
  refreshing = setTimeout(refresh, ms);
}

// What a page says of how new it is: a revision, and the server's process.
function sinceOf(page) {
  const live = page.querySelector("main[data-live]")?.dataset.live;
  return live && new URL(live, location.href).searchParams.get("since");
}

const madeAt = (page) => Number.parseInt(sinceOf(page), 10);

// How new the page is now.
function made(page) {
  const since = sinceOf(page);
  if (since) url.searchParams.set("since", since);
}

// Deleted, or not for this person any more. Only a page of its own can say so, but not over what somebody is typing, and not before
// the page that they are on the way to, when it was they who deleted it.
async function gone() {
  while (isLeaving()) await pause(LEAVING);
  if (document.hidden) return;
  if (fields().some(changed)) status?.replaceChildren(CHANGED);
  else location.reload();
}

const heard = {
  part: ({ name, rev, html }) => {
    partsTaken.set(name, rev);
    morphPart(name, html);
  },
  changed: () => url.searchParams.has("parts") || refreshIn(0),
  edited: ({ spread }) => refreshIn((spread ?? 2000) * Math.random()),
};

async function listen(stop) {
  const headers = { accept: "text/event-stream" };
  if (listened) headers["last-event-id"] = url.searchParams.get("since");
  const answer = await fetch(url, { headers, cache: "no-store", signal: stop.signal });
  if (!answer.ok) throw new Error(answer.status);
  listened = true;
  partsTaken.clear();
  live(true);
  // The server is back: what could not be fetched while it was away can be now.
  if (refreshAt < Infinity) refreshIn(FIRST_WAIT * Math.random());
  for await (const event of eventsOf(answer.body, SILENCE)) {
    if (event.data) heard[event.name]?.(JSON.parse(event.data));
    if (event.id) url.searchParams.set("since", event.id);
  }
}

// Opens a stream, again and again, until it is closed from here.
async function open() {
  if (stream || document.hidden) return;
  const stop = (stream = new AbortController());
  while (!stop.signal.aborted) {
    const began = performance.now();
    await listen(stop).catch(() => {});
    if (stop.signal.aborted) return;
    live(false);
    if (performance.now() - began > LONGEST_WAIT) failures = 0;
    const wait = Math.min(FIRST_WAIT * 2 ** failures++, LONGEST_WAIT);
    await new Promise((done) => {
      stop.again = done;
      waiting = setTimeout(done, wait * (0.5 + Math.random()));
    });
  }
}

function close() {
  stream?.abort();
  stream?.again?.();
  clearTimeout(waiting);
  clearTimeout(saying);
  stream = undefined;
}

// Back in sight: first what was missed, then what comes.
async function comeBack() {
  if (performance.now() - hiddenAt > LEAVING) await refresh();
  open();
}

if (main) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return comeBack();
    hiddenAt = performance.now();
    close();
  });
  addEventListener("online", () => stream?.again?.());
  // A page that is put away must not hold a connection, and one that comes back may be old.
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && comeBack());
  for (const kind of ["submit", "click"]) {
    addEventListener(kind, (event) => {
      if (kind === "submit" || event.target.closest?.("a[href]")) leftAt = performance.now();
    });
  }
  open();
}
