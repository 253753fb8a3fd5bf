// Plus and minus beside a number. They come hidden: without scripts the number is typed.

const buttons = () => document.querySelectorAll("[data-step]");

const prepare = () => {
  for (const button of buttons()) button.hidden = false;
};

addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const field = button?.parentElement.querySelector("input");
  if (!field) return;
  if (button.dataset.step === "1") field.stepUp();
  else field.stepDown();
});

document.addEventListener("roundtable:changed", prepare);
prepare();
