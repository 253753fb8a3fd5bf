// Brings one element up to date with another, touching only what differs, so that focus, selection, open menus and half-typed
// answers survive.

const named = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "");

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && named(a) === named(b);

// Whether a field holds something else than it came with.
export const changed = (field) => {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue;
};

// What a person has changed, or is about to, is theirs.
const touched = (field) => field === document.activeElement || changed(field);

const isField = (element) => element.matches("input, textarea, select");

// Whether a person has opened something is theirs, too.
const kept = (element, name) => name === "open" && element.matches("details, dialog");

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept(from, name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !kept(from, name)) from.setAttribute(name, value);
  }
}

function morphField(from, to) {
  const theirs = touched(from);
  const [value, checked] = [from.value, from.checked];
  morphAttributes(from, to);
  if (from instanceof HTMLTextAreaElement) from.defaultValue = to.defaultValue;
  if (from instanceof HTMLSelectElement) {
    if (!theirs) morphChildren(from, to);
    return;
  }
  if (from.type === "file") return;
  const wanted = theirs ? { value, checked } : to;
  if (from.value !== wanted.value) from.value = wanted.value;
  if (from.checked !== wanted.checked) from.checked = wanted.checked;
}

function morphChildren(from, to) {
  let here = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    let match = here;
    while (match && !alike(match, wanted)) match = match.nextSibling;
    if (!match) {
      from.insertBefore(document.importNode(wanted, true), here);
      continue;
    }
    // Someone named who has moved is carried to the new place; strangers in between are dropped.
    if (named(match)) {
      if (match !== here) from.insertBefore(match, here);
    } else {
      while (here !== match) {
        const next = here.nextSibling;
        if (named(here)) break;
        here.remove();
        here = next;
      }
      if (match !== here) from.insertBefore(match, here);
    }
    here = match.nextSibling;
    morph(match, wanted);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
  } else if (isField(from)) {
    morphField(from, to);
  } else {
    morphAttributes(from, to);
    morphChildren(from, to);
  }
}

// The live regions of a page, or all of it where it names none.
const regions = (page) => {
  const marked = [...page.querySelectorAll("[data-live-region][id]")];
  return marked.length ? marked : [page.querySelector("main")];
};

// What is carried to another place loses the focus on the way, and gets it back.
function changing(change) {
  const focused = document.activeElement;
  change();
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("roundtable:changed"));
}

const partOf = (page, name) => page.querySelector(`[data-part="${CSS.escape(name)}"]`);

export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

// Brings this page up to date with a newer one; `whole` takes in what is not live, too. Parts come by the stream as a rule; those that
// did not, or were told by a server that is gone, are taken from the page, unless `isNewer` says that what is here already is.
export function morphTo(page, whole = false, isNewer = () => false) {
  changing(() => {
    for (const region of whole ? [document.querySelector("main")] : regions(document)) {
      const wanted = page.getElementById(region.id);
      if (wanted) morph(region, wanted);
    }
    for (const part of document.querySelectorAll("[data-part]")) {
      const wanted = partOf(page, part.dataset.part);
      if (wanted && !isNewer(part.dataset.part)) morphChildren(part, wanted);
    }
    if (whole) document.title = page.title;
  });
}

// The same with the HTML of a newer one.
export const morphPage = (html, whole) => morphTo(parsed(html), whole);

// Brings one part of this page up to date with its new HTML.
export function morphPart(name, html) {
  const part = partOf(document, name);
  if (!part) return;
  const wanted = part.cloneNode(false);
  wanted.innerHTML = html;
  changing(() => morphChildren(part, wanted));
}
