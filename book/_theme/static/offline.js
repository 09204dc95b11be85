// A service worker, which the first answer on a page installs: without a network, the browser gives what was kept.
const UNCHANGING = /\/live\/(pyodide|privlearn)-/; // their names change with what they hold

async function found(request) {
  const cache = await caches.open("privlearn"), kept = await cache.match(request);
  if (kept && UNCHANGING.test(request.url)) { return kept; }
  try {
    const answer = await fetch(request);
    if (answer.status === 200) { await cache.put(request, answer.clone()); }
    return answer;
  } catch (error) {
    if (kept) { return kept; }
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event, ours = request.url.startsWith(self.registration.scope);
  if (ours && request.method === "GET" && !request.url.startsWith(`${self.registration.scope}lite/`)) {
    event.respondWith(found(request));
  }
});
