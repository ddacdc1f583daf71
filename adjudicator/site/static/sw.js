/** What was fetched once is there without a network. Names carry a hash; what is named so never changes. */
const NAME = "postfox-{version}", SHELL = "{shell}";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
/** An updated site takes over what has not changed, and leaves no old cache behind. */
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(NAME), wanted = new Set("{files}".map((file) => new URL(file, self.registration.scope).href));
  for (const name of await caches.keys()) {
    if (!name.startsWith("postfox-") || name === NAME) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) if (wanted.has(request.url)) await cache.put(request, await old.match(request));
    await caches.delete(name);
  }
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME).catch(() => null), found = await cache?.match(request, { ignoreSearch: true });
    if (found && (url.pathname.includes("-h") || request.mode !== "navigate")) return found;
    const came = await fetch(request).catch((gone) => { if (found) return found; throw gone; });
    if (came === found) return found;
    if (cache && came.status === 200) event.waitUntil(cache.put(request, came.clone()).catch(() => 0));
    return came;
  })());
});
