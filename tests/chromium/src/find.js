// Finds what a person would point at. Called with
//   what    "control" for things one clicks, "field" for things one fills in
//   wanted  its name as read on the screen or by a screen reader
//   beside  null, or a text: of several matches the one nearest to it wins
// and returns the element or null. An exact name beats a name that starts so, which beats one that contains it.
const [what, wanted, beside] = arguments;

const selectors = {
  control:
    'a[href], button, summary, input[type=submit], input[type=button], input[type=reset], input[type=checkbox], ' +
    'input[type=radio], [role=button], [role=link], [role=tab], [role=switch], [role=menuitem], [role=option], label',
  field: 'input:not([type=hidden]):not([type=submit]):not([type=button]), textarea, select, [contenteditable=true]',
};

const tidy = (text) => (text || '').replace(/\s+/g, ' ').trim();
const visible = (element) => element.checkVisibility({ visibilityProperty: true });
const labelledBy = (element) =>
  (element.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => id && document.getElementById(id)?.textContent).join(' ');

function names(element) {
  const labels = [...(element.labels || [])].map((label) => label.innerText);
  const spoken = [element.getAttribute('aria-label'), labelledBy(element), element.title];
  const read = what === 'field' ? [] : [element.innerText, element.matches('input') ? element.value : ''];
  return [...labels, ...spoken, ...read].map(tidy).filter(Boolean);
}

function rank(element) {
  const grade = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3);
  return Math.min(3, ...names(element).map(grade));
}

// How far up from the element the smallest part of the page is that also holds the text.
function distance(element) {
  if (beside === null) return 0;
  let steps = 0;
  for (let part = element; part; part = part.parentElement, steps += 1) {
    if (tidy(part.innerText).includes(beside)) return steps;
  }
  return Infinity;
}

const found = [...document.querySelectorAll(selectors[what])]
  .filter(visible)
  .map((element) => ({ element, rank: rank(element), distance: distance(element) }))
  .filter((match) => match.rank < 3 && match.distance < Infinity)
  .sort((a, b) => a.rank - b.rank || a.distance - b.distance)[0]?.element;
if (!found) return null;

// Boxes are often drawn by their label, the real input hidden to the eye: a person clicks the label.
const label = what === 'control' && found.matches('[type=checkbox], [type=radio]') && found.labels?.[0];
const target = label && visible(label) ? label : found;
target.scrollIntoView({ block: 'center', behavior: 'instant' });
return target;
