// Puts times into the reader's zone: the account's where it has one, else the browser's. Puts that zone into forms, and renders the
// page again when something ends.

import { morphPage } from "./morph.js";

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = document.documentElement.dataset.zone ?? own;
const part = (at, options) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }).format(at);
const day = (at) => part(at, { weekday: "long", day: "numeric", month: "long" }).replace(",", "");
const clock = (at) => part(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const year = (at) => Number(part(at, { year: "numeric" }));

// The year stands where the server wrote it, because it is not this one, and where the reader is in another than the server.
const yearOf = (at, told) => / \d{4}\b/.test(told) || year(at) !== at.getUTCFullYear() ? ` ${year(at)}` : "";
const words = (at, told) => `${day(at)}${yearOf(at, told)}, ${clock(at)}`;

// A date as `datetime-local` fields hold it, in a zone, and back.
const inFields = new Intl.DateTimeFormat("sv-SE", { timeZone: own, dateStyle: "short", timeStyle: "short" });
const local = (at) => inFields.format(at).replace(" ", "T");
const from = (text, there) => {
  const shown = (at) => {
    const fields = new Intl.DateTimeFormat("sv-SE", { timeZone: there, dateStyle: "short", timeStyle: "medium" });
    return new Date(`${fields.format(at).replace(" ", "T")}Z`);
  };
  const wanted = new Date(`${text}Z`);
  const near = new Date(wanted - (shown(wanted) - wanted));
  return new Date(near - (shown(near) - wanted));
};

// “18:30 until 23:00”, or with the day of the end where it is another.
function span(start, end, told) {
  if (!end) return clock(start);
  return `${clock(start)} until ${day(start) === day(end) ? clock(end) : words(end, told)}`;
}

const moments = (time) => [time.dateTime, time.dataset.until].map((text) => text && new Date(text));

function tellTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const [start, end] = moments(time);
    const [toldStart, toldEnd = ""] = time.textContent.split(" until ");
    time.textContent = `${day(start)}${yearOf(start, toldStart)}, ${span(start, end, toldEnd)}`;
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
  for (const place of document.querySelectorAll("[data-place]")) tellPlace(place);
}

// The time of a place stays as it is; the reader's stands beside it where it is another.
function tellPlace(place) {
  const there = place.querySelector("[data-there]");
  const [start, end] = moments(there);
  const [toldStart, toldEnd = ""] = there.textContent.split(" until ");
  const date = `${day(start)}${yearOf(start, toldStart)}`;
  const hours = span(start, end, toldEnd);
  place.querySelector("[data-zone]").hidden = place.dataset.place === zone;
  place.querySelector("[data-beside]").hidden = `${date}, ${hours}` === there.textContent;
  place.querySelector("[data-here]").textContent = there.textContent.startsWith(`${date},`) ? hours : `${date}, ${hours}`;
}

// Forms of readers whose zone the server does not know come in its default zone.
function putZones() {
  for (const field of document.querySelectorAll("input[data-own-zone]")) field.value ||= own;
  for (const link of document.querySelectorAll("a[data-own-zone]")) {
    const url = new URL(link.href);
    url.searchParams.set("zone", own);
    link.href = url.pathname + url.search;
  }
  for (const place of document.querySelectorAll("[data-guess-zone]")) {
    const list = place.querySelector("select");
    if ([...list.options].some((one) => one.value === own)) {
      for (const field of place.querySelectorAll("[type=datetime-local]")) {
        if (field.value) field.value = local(from(field.value, list.value));
      }
      list.value = own;
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
