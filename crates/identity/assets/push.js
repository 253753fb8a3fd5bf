// Push messages on this device: turns them on and off, and says which it is. What is subscribed stands on the page, each with its
// endpoint, so that a browser knows itself again.

const card = document.querySelector("[data-push-key]");
const [on, off, status] = ["on", "off", "status"].map((name) => card?.querySelector(`[data-push=${name}]`));
const [WORKER, SUBSCRIPTIONS] = ["/push-worker.js", "/api/v1/me/push-subscriptions"];

const say = (words) => status.replaceChildren(words);

const isOurs = (subscription) => {
  const rows = [...card.querySelectorAll("[data-endpoint]")];
  return rows.some((row) => row.dataset.endpoint === subscription?.endpoint);
};

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return registration?.pushManager.getSubscription();
}

// One of an earlier key, or of another account in this browser, is of no use to this one.
async function startAnew(registration) {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: card.dataset.pushKey });
}

async function tell(method, address, body) {
  const headers = body ? { "content-type": "application/json" } : {};
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok && answer.status !== 404) throw new Error((await answer.json().catch(() => ({}))).detail ?? "");
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") {
    return say("This browser blocks notifications from this site. Allow them in its settings, then try again.");
  }
  await navigator.serviceWorker.register(WORKER);
  const made = await startAnew(await navigator.serviceWorker.ready);
  try {
    await tell("POST", SUBSCRIPTIONS, made);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  location.reload();
}

async function turnOff() {
  const held = await subscription();
  await tell("DELETE", `${SUBSCRIPTIONS}?endpoint=${encodeURIComponent(held.endpoint)}`);
  await held.unsubscribe();
  location.reload();
}

function does(button, act) {
  button.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    await act().catch((error) => say(error.message || "That did not work. Try again."));
    button.removeAttribute("aria-busy");
  });
}

async function show() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return say("This browser can’t get push messages. On an iPhone, add this site to the home screen first.");
  }
  const isOn = isOurs(await subscription());
  on.hidden = isOn;
  off.hidden = !isOn;
  say(isOn ? "On for this device." : "Off for this device.");
}

if (card) {
  does(on, turnOn);
  does(off, turnOff);
  show();
}
