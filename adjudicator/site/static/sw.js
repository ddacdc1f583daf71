/** What was fetched once is there without a network. Names carry a hash; what is named so never changes. */
const NAME = "postfox-{version}", SHELL = "{shell}";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});
/** An updated site takes over what has not changed, gets the pages that were visited anew, and leaves no old cache behind. */
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(NAME), wanted = new Set("{files}".map((file) => new URL(file, self.registration.scope).href)), again = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("postfox-") || name === NAME) continue;
    const old = await caches.open(name);
    for (const request of await old.keys()) {
      if (wanted.has(request.url)) await cache.put(request, await old.match(request));
      else if (!new URL(request.url).pathname.includes("-h")) again.push(cache.add(new Request(request.url, { cache: "no-cache" })).catch(() => 0));
    }
    await caches.delete(name);
  }
  await self.clients.claim();
  await Promise.all(again);
})()));
/** What a page had fetched before there was a service worker. */
self.addEventListener("message", (event) => event.waitUntil(caches.open(NAME).then((cache) => Promise.all(
  event.data.filter((url) => new URL(url).origin === location.origin).map(async (url) => await cache.match(url) ?? cache.add(url).catch(() => 0)),
)).catch(() => 0)));
/** Keeps a file that has come whole: one that broke off is as good as any other in some browsers. */
const kept = async (cache, request, came) => {
  const data = await came.arrayBuffer(), length = came.headers.get("content-length");
  if (!length || came.headers.has("content-encoding") || +length === data.byteLength) await cache.put(request, new Response(data, came));
};
self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME).catch(() => null), found = await cache?.match(request, { ignoreSearch: true });
    if (found && (url.pathname.includes("-h") || request.mode !== "navigate")) return found;
    const came = await fetch(request).catch((gone) => { if (found) return found; throw gone; });
    if (came === found) return found;
    if (cache && came.status === 200) event.waitUntil(kept(cache, request, came.clone()).catch(() => 0));
    return came;
  })());
});
