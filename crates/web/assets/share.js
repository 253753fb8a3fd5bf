// Copies, shares and prints. The buttons come hidden: they show themselves where the browser can do it.

const say = (button, words) => {
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = words;
  setTimeout(() => (label.textContent = before), 2000);
};

const prepare = () => {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
};

addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  const share = event.target.closest("[data-share]");
  if (event.target.closest("[data-print]")) print();
  if (copy) {
    try {
      await navigator.clipboard.writeText(copy.dataset.copy);
      say(copy, "Copied");
    } catch {
      document.getElementById("share-link")?.select();
    }
  }
  if (share) {
    // Closing the device's own dialog is no failure.
    await navigator.share({ title: share.dataset.shareTitle, url: share.dataset.share }).catch(() => {});
  }
});

document.addEventListener("roundtable:changed", prepare);
prepare();
