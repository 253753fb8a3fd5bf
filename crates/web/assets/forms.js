// Sends forms marked `data-enhance` without leaving the page, and never twice: what could not be done is said, and the form stays
// as it is.

import { morphPage, parsed } from "./morph.js";
import { toast } from "./toast.js";

const submitted = (form, button) => {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.append(button.name, button.value);
  return fields;
};

// The words of a page that says what went wrong.
function wordsOf(html) {
  const page = parsed(html);
  const [title, detail] = ["main h1", "main p"].map((place) => page.querySelector(place)?.textContent.trim());
  return title ? `${title}. ${detail ?? ""}` : "That was not saved. Try again.";
}

async function show(answer, form) {
  const html = await answer.text();
  if (answer.ok && new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
  } else if (answer.ok || html.includes(`action="${form.getAttribute("action")}"`)) {
    // The form again, with what is wrong beside it. What was sent is the server's now: the page shows what it made of it.
    if (answer.ok) form.reset();
    morphPage(html, true);
    document.querySelector("main [aria-invalid=true]")?.focus();
  } else if ([401, 404, 410].includes(answer.status)) {
    location.reload();
  } else {
    toast(wordsOf(html));
  }
}

async function send(form, button) {
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  button?.setAttribute("aria-busy", "true");
  try {
    await show(await fetch(action, { method: "post", body: submitted(form, button) }), form);
  } catch {
    toast("That was not sent. Check your connection and try again.");
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("[data-enhance][method=post]")) return;
  event.preventDefault();
  send(form, event.submitter);
});

addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form?.requestSubmit();
});
