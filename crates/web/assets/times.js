// Tells times as the reader's own clock does, puts the reader's time zone into forms, and looks again when something ends.

import { morphPage } from "./morph.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const part = (at, options) => new Intl.DateTimeFormat("en-GB", options).format(at);
const day = (at) => part(at, { weekday: "long", day: "numeric", month: "long" }).replace(",", "");
const clock = (at) => part(at, { hour: "2-digit", minute: "2-digit" });
const words = (at, year = "") => `${day(at)}${year}, ${clock(at)}`;

// The year is told where the server tells it, because it is not this one, and where the reader is in another than the server.
const yearOf = (at, told) =>
  / \d{4}\b/.test(told) || at.getFullYear() !== at.getUTCFullYear() ? ` ${at.getFullYear()}` : "";

// A date as `datetime-local` fields hold it.
const local = (at) => new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);

function tellTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const [at, from] = [time.dateTime, time.dataset.from].map((text) => text && new Date(text));
    time.textContent = from && day(from) === day(at) ? clock(at) : words(at, yearOf(at, time.textContent));
  }
  for (const plate of document.querySelectorAll("[data-plate]")) {
    const at = new Date(plate.dateTime);
    const parts = [{ weekday: "short" }, { day: "numeric" }, { month: "short" }].map((options) => part(at, options));
    [...plate.children].forEach((piece, index) => { piece.textContent = parts[index]; });
  }
  for (const time of document.querySelectorAll("time[data-day]")) {
    const options = time.dataset.day === "weekday" ? { weekday: "long" } : { day: "numeric", month: "long" };
    time.textContent = part(new Date(time.dateTime), options);
  }
  for (const spans of document.querySelectorAll("[data-spans]")) tellSpan(spans);
}

// From when until when: what it is there and what it is where the reader is, in the order in which the page has them.
function tellSpan(spans) {
  const [there, here] = ["there", "here"].map((name) => spans.querySelector(`[data-${name}]`));
  const [start, end] = [here.dateTime, here.dataset.until].map((text) => text && new Date(text));
  const [toldStart, toldEnd = ""] = there.textContent.split(" until ");
  const sameDay = end && day(start) === day(end);
  const until = end && ` until ${sameDay ? clock(end) : words(end, yearOf(end, toldEnd))}`;
  here.textContent = words(start, yearOf(start, toldStart)) + until;
  here.parentElement.hidden = here.textContent === there.textContent;
}

// Forms come in UTC, because the server does not know where the reader is.
function putZones() {
  for (const form of document.querySelectorAll("[data-zoned]")) {
    const [chosen, field, hint] = ["[name=zone]", "[type=datetime-local]", ".hint"].map((one) => form.querySelector(one));
    if (chosen.value !== "UTC") continue;
    if (field.value) field.value = local(new Date(`${field.value}Z`));
    chosen.value = zone;
    hint.textContent = hint.textContent.replace("In UTC time", "In your time");
  }
  for (const place of document.querySelectorAll("[data-guess-zone]")) {
    const list = place.querySelector("select");
    if ([...list.options].some((one) => one.value === zone)) {
      for (const field of place.querySelectorAll("[type=datetime-local]")) {
        if (field.value && list.value === "UTC") field.value = local(new Date(`${field.value}Z`));
      }
      list.value = zone;
    }
    delete place.dataset.guessZone;
  }
}

async function lookAgain() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.ok) morphPage(await answer.text());
}

// Time left is told anew every hour, in the last hour every minute, and at the end.
function watchTheClock() {
  const left = Math.min(...[...document.querySelectorAll("[data-ends]")].map((one) => new Date(one.dataset.ends) - Date.now()));
  if (!(left > 0 && left < Infinity)) return;
  const step = left > 3600000 ? Math.min(3600000, left - 3600000 + 500) : Math.min(60000, left + 500);
  setTimeout(() => lookAgain().then(watchTheClock), step);
}

document.addEventListener("roundtable:changed", tellTimes);
document.addEventListener("roundtable:changed", putZones);
tellTimes();
putZones();
watchTheClock();
