// Answers while one types: asks for the page that the form describes and brings the results up to date. Without scripts the form
// is an ordinary one with a button.

import { morph } from "./morph.js";

const PAUSE = 200;
const form = document.querySelector("form[data-filter]");
let waiting;
let asked = 0;

async function refresh() {
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  const address = `${form.getAttribute("action")}?${query}`;
  const turn = ++asked;
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const html = await answer.text();
    // An answer to what was typed before is too late.
    if (!answer.ok || turn !== asked) return;
    const page = new DOMParser().parseFromString(html, "text/html");
    const [here, there] = [document, page].map((one) => one.querySelector("[data-filter-region]"));
    if (here && there) morph(here, there);
    history.replaceState(null, "", address);
  } catch {
    // The connection is gone; the next key asks again.
  }
}

function soon(pause) {
  clearTimeout(waiting);
  waiting = setTimeout(refresh, pause);
}

form?.addEventListener("input", (event) => soon(event.target.type === "search" ? PAUSE : 0));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  soon(0);
});
