// Remembers in this browser, and only there, what was created and answered in it, and lists it at /here. Things go by the address of
// their page; a page about one names it in `data-here`.

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
  const before = all[here.here];
  // Whoever made something also answers it; made is what they look for.
  const kept = before?.role === "made" ? "made" : role;
  const { hereName: name, hereAbout: about, hereManage: manage } = here;
  all[here.here] = { ...before, name, about, manage, role: kept, at: Date.now() };
  write(all);
}

const forget = (path) => {
  const all = read();
  delete all[path];
  write(all);
};

function row([path, { name, about, manage, role }]) {
  const item = document.createElement("li");
  const place = document.createElement("div");
  place.className = "grow";
  const link = document.createElement("a");
  link.href = role === "made" ? manage : path;
  link.textContent = name;
  const what = document.createElement("div");
  what.className = "meta";
  what.textContent = about;
  place.append(link, what);
  const button = document.createElement("button");
  button.className = "btn small quiet";
  button.textContent = "Forget";
  button.setAttribute("aria-label", `Forget ${name}`);
  button.addEventListener("click", () => {
    forget(path);
    list();
  });
  item.append(place, button);
  return item;
}

// What was created in this browser and is in no account, as far as this browser knows.
const unkept = () => Object.entries(read()).filter(([, one]) => one.role === "made" && !one.kept);

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
  const keep = document.querySelector("[data-here-keep]");
  if (keep) keep.hidden = unkept().length === 0;
}

// The proof that this browser created a thing is a cookie of that thing's address, so each is asked for by itself.
async function keepAll() {
  let [kept, not] = [0, 0];
  for (const [path] of unkept()) {
    const answer = await fetch(`${path}/keep`, { method: "POST", body: new URLSearchParams() }).catch(() => undefined);
    // Refused for good: another account's, made elsewhere, or gone.
    const settled = answer && (answer.ok || [403, 404, 409, 410].includes(answer.status));
    if (answer?.ok) kept += 1;
    else not += 1;
    if (!settled) continue;
    const all = read();
    if (all[path]) all[path].kept = true;
    write(all);
  }
  list();
  const things = (count) => (count === 1 ? "1 thing" : `${count} things`);
  const said = [`${things(kept)} added to your account.`];
  if (not) said.push(`${things(not)} could not be added.`);
  document.querySelector("[data-here-kept]").textContent = said.join(" ");
}

addEventListener("submit", (event) => {
  if (event.target.matches("[data-forgets]")) forget(event.target.dataset.forgets);
});
addEventListener("change", (event) => {
  if (event.target.closest("[data-ticks]")) remember("answered");
});
document.querySelector("[data-here-keep] button")?.addEventListener("click", ({ target }) => {
  target.disabled = true;
  keepAll().finally(() => (target.disabled = false));
});
remember(document.querySelector("[data-here]")?.dataset.hereRole);
list();
