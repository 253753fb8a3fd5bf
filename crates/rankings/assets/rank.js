// Puts a ballot in order by dragging, by the arrows, and by the arrow keys on a handle. The number fields that a page without
// scripts shows stay in the form and hold the order, so what is sent is the same either way.

const form = document.querySelector("[data-rank]");
const part = (name) => form.querySelector(`[data-rank-${name}]`);

if (form) {
  const [list, pool] = [part("list"), part("pool")];
  const nameOf = (row) => row.dataset.rankName;
  const button = (row, name) => row.querySelector(`button[name=${name}]`);

  // Numbers, buttons and headings follow from where the rows are.
  const settle = () => {
    const last = list.children.length - 1;
    [...list.children, ...pool.children].forEach((row, at) => {
      const ranked = row.parentElement === list;
      row.querySelector("[name=place]").value = ranked ? at + 1 : "";
      row.querySelector("[data-rank-handle]").hidden = !ranked;
      row.querySelector(".updown").hidden = !ranked;
      button(row, "rank").hidden = ranked;
      button(row, "up").disabled = at === 0;
      button(row, "down").disabled = at === last;
    });
    part("empty").hidden = last >= 0;
    part("rest").hidden = pool.children.length === 0;
  };

  const say = (row) => {
    const at = [...list.children].indexOf(row) + 1;
    const words = at ? `moved to place ${at} of ${list.children.length}` : "is left out";
    part("said").textContent = `${nameOf(row)} ${words}.`;
  };

  const move = (row, where) => {
    if (where === "up") row.previousElementSibling?.before(row);
    else if (where === "rank") list.append(row);
    else if (where === "leave") pool.prepend(row);
    else row.nextElementSibling?.after(row);
    settle();
    say(row);
  };

  // Focus stays on what was pressed; where that is no longer there, on what undoes it.
  const keepFocus = (row, pressed) => {
    const usable = (one) => one && !one.disabled && one.offsetParent !== null;
    [pressed, button(row, "up"), button(row, "down"), button(row, "rank")].find(usable)?.focus({ preventScroll: true });
  };

  form.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[name=up], button[name=down], button[name=rank], button[name=leave]");
    if (!pressed) return;
    event.preventDefault();
    const row = pressed.closest("li");
    move(row, pressed.name);
    keepFocus(row, pressed);
  });

  form.addEventListener("keydown", (event) => {
    const handle = event.target.closest("[data-rank-handle]");
    const where = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (!handle || !where) return;
    event.preventDefault();
    const row = handle.closest("li");
    move(row, where);
    keepFocus(row, handle);
  });

  // The row goes where the pointer is: before the first row whose middle lies below it, in whichever list that is.
  const drag = (row, y) => {
    const below = (other) => other !== row && y < other.getBoundingClientRect().top + other.offsetHeight / 2;
    const out = !part("rest").hidden && y > part("rest").getBoundingClientRect().top;
    const target = out ? pool : list;
    const next = [...target.children].find(below) ?? null;
    if (row.parentElement !== target || row.nextElementSibling !== next) {
      target.insertBefore(row, next);
      settle();
    }
  };

  form.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-rank-handle]");
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    const row = handle.closest("li");
    row.classList.add("lifted");
    part("rest").hidden = false;
    let [y, frame] = [event.clientY, 0];
    // Near an edge the page comes along for as long as the finger rests there.
    const scroll = () => {
      const by = y < 60 ? -12 : y > innerHeight - 60 ? 12 : 0;
      if (by) {
        scrollBy(0, by);
        drag(row, y);
      }
      frame = requestAnimationFrame(scroll);
    };
    const follow = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      y = moved.clientY;
      drag(row, y);
    };
    const drop = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      for (const [name, listener] of [["pointermove", follow], ["pointerup", drop], ["pointercancel", drop]]) {
        removeEventListener(name, listener);
      }
      cancelAnimationFrame(frame);
      row.classList.remove("lifted");
      settle();
      say(row);
      keepFocus(row, handle);
    };
    frame = requestAnimationFrame(scroll);
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  });

  for (const field of form.querySelectorAll("[name=place]")) field.type = "hidden";
  part("hint").textContent = "Drag, or use the arrows";
  settle();
}
