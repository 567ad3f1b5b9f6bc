// Lets the page open without a line as well: matches with bots need none. What is kept is the page
// itself, by `boot.js` at each visit, and files whose names hold their contents' hash; nothing that a
// server says.
const KEPT = "upcard";
// Files of several versions of the page: one that is open goes on with those that it began with.
const MOST = 40;
// How long the page of today is waited for where that of the last visit is at hand, in milliseconds.
const PATIENCE = 4000;

const isFile = url => /-[0-9a-f]{16}\.\w+$/.test(url.pathname);

const isPage = ({ pathname }) => pathname === "/" || pathname.startsWith("/t/");

// The page of today, if the server is there and well; else the one of the last visit.
const page = async request => {
    const kept = await caches.match("/");
    if (!kept) return fetch(request);
    const today = fetch(request).then(response => response.status < 500 ? response : kept);
    const late = new Promise(done => setTimeout(done, PATIENCE, kept));
    return Promise.race([today, late]).catch(() => kept);
};

const file = async request => {
    const kept = await caches.match(request);
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok) {
        const cache = await caches.open(KEPT);
        await cache.put(request, response.clone());
        const files = (await cache.keys()).filter(({ url }) => isFile(new URL(url)));
        await Promise.all(files.slice(0, -MOST).map(old => cache.delete(old)));
    }
    return response;
};

addEventListener("activate", event => event.waitUntil(clients.claim()));

addEventListener("fetch", event => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate" && isPage(url)) event.respondWith(page(request));
    else if (isFile(url)) event.respondWith(file(request));
});
