// Sends forms marked `data-enhance` without leaving the page. Where that fails, the form is sent the plain way, so nothing is lost.

import { morphPage } from "./morph.js";

const submitted = (form, button) => {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.append(button.name, button.value);
  return fields;
};

async function send(form, button) {
  const action = button?.getAttribute("formaction") ?? form.action;
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(action, { method: "post", body: submitted(form, button), credentials: "same-origin" });
    const elsewhere = new URL(answer.url).pathname !== location.pathname;
    const drawn = answer.ok || answer.status === 422;
    if (answer.ok && elsewhere) location.assign(answer.url);
    else if (drawn && answer.headers.get("content-type")?.startsWith("text/html")) {
      // What was sent is the server's now: the page shows what it made of it.
      if (answer.ok) form.reset();
      morphPage(await answer.text(), true);
      document.querySelector("[aria-invalid=true]")?.focus();
    } else throw new Error(answer.statusText);
  } catch {
    form.removeAttribute("data-enhance");
    form.requestSubmit(button?.form === form && button.type === "submit" ? button : undefined);
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
