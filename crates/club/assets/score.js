// Hides the second players of a side while a match is singles. Without scripts they stay, and are not sent on.

const form = document.querySelector("form[data-score]");

function show() {
  const doubles = form.elements.kind.value === "doubles";
  for (const field of form.querySelectorAll("[data-doubles]")) {
    field.hidden = !doubles;
    field.disabled = !doubles;
  }
}

if (form) {
  form.addEventListener("change", show);
  document.addEventListener("roundtable:changed", show);
  show();
}
