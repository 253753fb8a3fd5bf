// Steps through the rounds of a count, one at a time. Everything it shows it takes from the page's own table and sentences, so that
// nothing more is sent, and a count that changes while somebody looks is shown as it is now.

const panel = document.querySelector("[data-rounds]");
const slider = panel.querySelector("input");
const bars = panel.querySelector("ul");

const text = (element, selector) => element.querySelector(selector)?.textContent.trim() ?? "";
const number = (cell) => Number.parseInt(cell.textContent.replaceAll(",", ""), 10);

function readRounds() {
  const table = document.querySelector("[data-figures]");
  if (!table) return [];
  const rows = [...table.tBodies[0].rows].map((row) => ({ name: text(row, "th"), cells: [...row.cells].slice(1) }));
  return [...table.tHead.rows[0].cells].slice(1).map((head, at) => ({
    round: head.dataset.round,
    votes: rows
      .map(({ name, cells }) => ({ name, votes: number(cells[at]) }))
      .filter(({ votes }) => !Number.isNaN(votes))
      .sort((one, other) => other.votes - one.votes),
  }));
}

function bar({ name, votes }, most) {
  const line = bars.ownerDocument.createElement("li");
  line.className = votes === most ? "lead" : "";
  line.innerHTML = `<bdi class="name"></bdi><span class="val num"></span>
    <svg class="track" aria-hidden="true"><rect height="100%" rx="8"/></svg>`;
  line.querySelector(".name").textContent = name;
  line.querySelector(".val").textContent = votes.toLocaleString("en-GB");
  line.querySelector("rect").setAttribute("width", `${most ? (100 * votes) / most : 0}%`);
  return line;
}

function show() {
  const rounds = readRounds();
  panel.hidden = rounds.length < 2;
  if (panel.hidden) return;
  slider.max = rounds.length;
  const at = slider.valueAsNumber - 1;
  const { round, votes } = rounds[at];
  slider.setAttribute("aria-valuetext", `Round ${round}`);
  panel.querySelector("[data-rounds-name]").textContent = `Round ${round} of ${rounds.at(-1).round}`;
  const told = document.querySelector(`[data-told="${round}"] span`)?.cloneNode(true);
  panel.querySelector("[data-rounds-told]").replaceChildren(...(told?.childNodes ?? []));
  bars.replaceChildren(...votes.map((one) => bar(one, votes[0].votes)));
  for (const button of panel.querySelectorAll("[data-rounds-step]")) {
    button.disabled = !rounds[at + Number(button.dataset.roundsStep)];
  }
}

panel.addEventListener("input", show);
panel.addEventListener("click", ({ target }) => {
  const step = target.closest("[data-rounds-step]")?.dataset.roundsStep;
  if (!step) return;
  slider.value = slider.valueAsNumber + Number(step);
  show();
});
document.addEventListener("roundtable:changed", show);
show();
