// Registers the worker behind the offline page. On that page: sends an unsent answer as soon as there is a connection, or else loads
// what was asked for again.

const workers = navigator.serviceWorker;
const page = document.querySelector("[data-offline]");
const unsent = page?.querySelector("[data-unsent]");
const ask = async (what) => (await workers.ready).active?.postMessage(what);
const again = () => (unsent.hidden ? location.assign(location.href) : ask("send"));

function show({ count, led }) {
  if (led) return location.replace(led);
  unsent.hidden = count === 0;
}

if (workers && isSecureContext) {
  workers.register("/push-worker.js").catch(() => {});
  if (page) {
    workers.addEventListener("message", (event) => show(event.data));
    addEventListener("online", again);
    page.querySelector("[data-again]").addEventListener("click", again);
    setInterval(() => unsent.hidden || ask("send"), 5000);
    ask("unsent");
  }
}
