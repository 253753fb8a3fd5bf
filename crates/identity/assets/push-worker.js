// Shows push messages and opens what they are about.

addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, data: { path } }));
});

// A page of this site that is open already goes there, else a new one.
async function open(path) {
  const address = new URL(path, location.origin).href;
  const [page] = await clients.matchAll({ type: "window" });
  const gone = page && (await page.navigate(address).catch(() => null));
  return gone ? gone.focus() : clients.openWindow(address);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
