// Says what just happened, at the foot of the screen, and offers one thing to do about it.

const LASTS = 8000;

export function toast(words, action) {
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.role = action ? "status" : "alert";
  toast.textContent = words;
  if (action) {
    const button = document.createElement("button");
    button.className = "btn small quiet";
    button.textContent = action.words;
    button.addEventListener("click", () => {
      toast.remove();
      action.run();
    });
    toast.append(button);
  }
  document.body.append(toast);
  setTimeout(() => toast.remove(), LASTS);
}
