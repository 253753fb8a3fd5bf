// Without a connection: an answer that could not be sent is kept and sent once there is one, and a page that says so stands in for
// the one that did not load. Nothing that anyone wrote is kept but the unsent answer, and that only until it is sent. `FILES` is what
// the offline page is made of; the server names it.

const CACHE = "offline";
const [PAGE] = FILES;

// One place for what is unsent: a form's address and fields, by the key that it carries.
const database = () =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open("unsent", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("answers", { keyPath: "once" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

async function answers(mode, ask) {
  const store = (await database()).transaction("answers", mode).objectStore("answers");
  return new Promise((resolve, reject) => {
    const asked = ask(store);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

const kept = () => answers("readonly", (store) => store.getAll());

addEventListener("install", (event) => {
  const keep = async () => (await caches.open(CACHE)).addAll(FILES.map((file) => new Request(file, { cache: "reload", credentials: "omit" })));
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const cache = await caches.open(CACHE);
    const old = (await cache.keys()).filter((request) => !FILES.includes(new URL(request.url).pathname));
    await Promise.all(old.map((request) => cache.delete(request)));
  };
  event.waitUntil(tidy().then(() => clients.claim()));
});

// Only a form with a key may be sent again: the server knows it and does it once.
async function keep(request) {
  const fields = new URLSearchParams(await request.text());
  const once = fields.get("once");
  if (once) await answers("readwrite", (store) => store.put({ once, url: request.url, body: fields.toString() }));
}

async function load(request) {
  const unread = request.method === "POST" ? request.clone() : null;
  try {
    return await fetch(request);
  } catch (error) {
    if (unread) await keep(unread).catch(() => {});
    return (await (await caches.open(CACHE)).match(PAGE)) ?? Promise.reject(error);
  }
}

// Sends what was kept, each once, and says where the last of it led to.
async function sendKept() {
  let led = null;
  for (const { once, url, body } of await kept()) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(url, { method: "POST", headers, body, credentials: "same-origin" });
    // What the server refuses is not sent again; its page says why.
    await answers("readwrite", (store) => store.delete(once));
    led = answer.redirected || !answer.ok ? answer.url : url;
  }
  return led;
}

addEventListener("message", (event) => {
  if (event.data !== "unsent" && event.data !== "send") return;
  const told = async () => {
    const count = (await kept()).length;
    const led = event.data === "send" && count ? await sendKept().catch(() => null) : null;
    event.source.postMessage({ count: led ? 0 : count, led });
  };
  event.waitUntil(told());
});

addEventListener("fetch", (event) => {
  const here = new URL(event.request.url).origin === location.origin;
  if (here && event.request.mode === "navigate") event.respondWith(load(event.request));
});
