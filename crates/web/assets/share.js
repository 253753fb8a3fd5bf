// Copies, shares and prints. The buttons come hidden: they show themselves where the browser can do it.

const say = (button, words) => {
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = words;
  setTimeout(() => (label.textContent = before), 2000);
};

// Browsers give pages of a plain http address no clipboard; from a field they let one copy all the same.
function copyFromField(words) {
  const field = document.createElement("textarea");
  field.value = words;
  field.className = "sr";
  field.readOnly = true;
  const [place, before] = [document.activeElement?.closest("[popover], dialog") ?? document.body, document.activeElement];
  place.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus({ preventScroll: true });
  if (!copied) throw new Error("not copied");
}

const copyWords = (words) => (navigator.clipboard ? navigator.clipboard.writeText(words) : copyFromField(words));

const prepare = () => {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
};

addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  const share = event.target.closest("[data-share]");
  if (event.target.closest("[data-print]")) print();
  if (copy) {
    try {
      await copyWords(copy.dataset.copy);
      say(copy, "Copied");
    } catch {
      // Then the person copies: what they wanted is selected.
      copy.parentElement.querySelector("input")?.select();
    }
  }
  if (share) {
    // Closing the device's own dialog is no failure.
    await navigator.share({ title: share.dataset.shareTitle, url: share.dataset.share }).catch(() => {});
  }
});

document.addEventListener("roundtable:changed", prepare);
prepare();
