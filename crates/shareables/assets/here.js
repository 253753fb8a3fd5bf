// Remembers in this browser, and only there, what was made and answered here, and lists it at /here.

const PLACE = "roundtable.here";

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
};

const write = (all) => {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing keeps no list.
  }
};

function remember(role) {
  const here = document.querySelector("[data-here]")?.dataset;
  if (!here || !role) return;
  const all = read();
  // Whoever made something also answers it; made is what they look for.
  const kept = all[here.here]?.role === "made" ? "made" : role;
  all[here.here] = { name: here.hereName, kind: here.hereKind, role: kept, at: Date.now() };
  write(all);
}

const forget = (code) => {
  const all = read();
  delete all[code];
  write(all);
};

function row([code, { name, kind, role }]) {
  const item = document.createElement("li");
  const place = document.createElement("div");
  place.className = "grow";
  const link = document.createElement("a");
  link.href = role === "made" ? `/s/${code}/admin` : `/s/${code}`;
  link.textContent = name;
  const what = document.createElement("div");
  what.className = "meta";
  what.textContent = `${kind}, ${code.toUpperCase()}`;
  place.append(link, what);
  const button = document.createElement("button");
  button.className = "btn small quiet";
  button.textContent = "Forget";
  button.setAttribute("aria-label", `Forget ${name}`);
  button.addEventListener("click", () => {
    forget(code);
    list();
  });
  item.append(place, button);
  return item;
}

function list() {
  const card = document.querySelector("[data-here-list]");
  if (!card) return;
  const all = Object.entries(read()).sort(([, a], [, b]) => b.at - a.at);
  for (const role of ["made", "answered"]) {
    const part = card.querySelector(`[data-here-${role}]`);
    const rows = all.filter(([, one]) => one.role === role).map(row);
    part.hidden = rows.length === 0;
    part.querySelector("ul").replaceChildren(...rows);
  }
  card.querySelector("[data-here-empty]").hidden = all.length > 0;
}

addEventListener("submit", (event) => {
  if (event.target.matches("[data-forgets]")) forget(event.target.dataset.forgets);
});
addEventListener("change", (event) => {
  if (event.target.closest("[data-ticks]")) remember("answered");
});
remember(document.querySelector("[data-here]")?.dataset.hereRole);
list();
