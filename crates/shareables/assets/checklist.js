// Ticks at once, tells the server, and offers to take it back. Without scripts the whole list is saved by a button.

import { morphPage } from "./morph.js";
import { toast } from "./toast.js";

async function send(form, item, ticked) {
  const by = form.elements.by?.value ?? "";
  const body = new URLSearchParams({ [ticked ? "tick" : "untick"]: item, by });
  const answer = await fetch(form.action, { method: "post", body });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

async function tick(form, box) {
  const { value: item, checked } = box;
  const name = box.dataset.name;
  try {
    const html = await send(form, item, checked);
    // Until here it was only the reader's wish; now it is so.
    const now = document.getElementById(box.id);
    if (now) now.defaultChecked = now.checked;
    morphPage(html);
    document.getElementById(box.id)?.focus({ preventScroll: true });
    toast(checked ? `Ticked ${name}.` : `Unticked ${name}.`, {
      words: "Undo",
      run: async () => morphPage(await send(form, item, !checked)),
    });
  } catch {
    const now = document.getElementById(box.id);
    if (now) now.checked = !checked;
    toast(`${name} was not saved. Check your connection and try again.`);
  }
}

addEventListener("change", (event) => {
  const form = event.target.closest("[data-ticks]");
  if (form && event.target.name === "done") tick(form, event.target);
});

// Who adds something has said their name further down.
addEventListener("submit", (event) => {
  const name = event.target.querySelector("[data-name-of]");
  const said = name && document.getElementById(name.dataset.nameOf);
  if (said) name.value = said.value;
}, true);
