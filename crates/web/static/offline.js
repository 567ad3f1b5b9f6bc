// Service worker: the page opens offline, as matches with bots need no server. Each version has its own
// worker and cache, complete or absent. Server responses are not cached.

// Files of this version with the first digits of their SHA-256, and its name: written by the packer.
const FILES = {};
const VERSION = "";

const STORE = `upcard ${VERSION}`;
// Timeout for the current page if this version's is cached, in milliseconds.
const TIMEOUT = 4000;

const isFile = url => /-[0-9a-f]{16}\.\w+$/.test(url.pathname);

const isPage = ({ pathname }) => pathname === "/" || pathname.startsWith("/t/");

const digest = async bytes => {
    const all = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...all.slice(0, 8)].map(byte => byte.toString(16).padStart(2, "0")).join("");
};

// Fetches a file; fails if the server has another version.
const fetchFile = async path => {
    const cache = isFile(new URL(path, location)) ? "default" : "no-cache";
    const response = await fetch(path, { cache, priority: "low" });
    const bytes = await response.clone().arrayBuffer();
    if (!response.ok || await digest(bytes) !== FILES[path]) throw new Error(`${path} does not match this version`);
    return response;
};

// All files or none. Sequential: the page may need the connection.
const install = async () => {
    const store = await caches.open(STORE);
    try {
        for (const path of Object.keys(FILES)) {
            if (!await store.match(path)) await store.put(path, await fetchFile(path));
        }
    } catch (error) {
        await caches.delete(STORE);
        throw error;
    }
};

// A worker activates when no page uses its predecessor: older caches can go, unless the next version is
// installing and will clean up itself.
const activate = async () => {
    if (!registration.installing && !registration.waiting) {
        const old = (await caches.keys()).filter(name => name.startsWith("upcard") && name !== STORE);
        await Promise.all(old.map(name => caches.delete(name)));
    }
    await clients.claim();
};

// The current page if the server responds without error, else this version's.
const fetchPage = async request => {
    const kept = await (await caches.open(STORE)).match("/");
    if (!kept) return fetch(request);
    const today = fetch(request).then(response => response.status < 500 ? response : kept);
    const late = new Promise(done => setTimeout(done, TIMEOUT, kept));
    return Promise.race([today, late]).catch(() => kept);
};

// Names contain content hashes, so any version's cache will do.
const fetchCached = async request => await caches.match(request, { ignoreVary: true }) ?? fetch(request);

// For files such as the icon, whose name does not change.
const fetchUnhashed = async request => fetch(request).catch(async error => {
    const kept = await (await caches.open(STORE)).match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
});

addEventListener("install", event => event.waitUntil(install()));

addEventListener("activate", event => event.waitUntil(activate()));

// A page reports its script. If it is of this version and the only open page, this worker activates at once.
addEventListener("message", event => event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (event.data in FILES && open.length === 1) await skipWaiting();
})()));

addEventListener("fetch", event => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate" && isPage(url)) event.respondWith(fetchPage(request));
    else if (isFile(url)) event.respondWith(fetchCached(request));
    else if (url.pathname !== "/" && url.pathname in FILES) event.respondWith(fetchUnhashed(request));
});
