// Lets the page open without a line as well: matches with bots need none. Each version of the page has a worker of
// its own, with a store of its own that holds all files of that version or is not there. What a server says is
// not kept.

// The files of this version, each with the first digits of its contents' SHA-256, and the version's name: written
// by the packer.
const FILES = {};
const VERSION = "";

const STORE = `upcard ${VERSION}`;
// How long the page of today is waited for where this version's is at hand, in milliseconds.
const PATIENCE = 4000;

const isFile = url => /-[0-9a-f]{16}\.\w+$/.test(url.pathname);

const isPage = ({ pathname }) => pathname === "/" || pathname.startsWith("/t/");

const digest = async bytes => {
    const all = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...all.slice(0, 8)].map(byte => byte.toString(16).padStart(2, "0")).join("");
};

// A file as this version has it. Where the server has another version by now, it is not to be had.
const fetched = async path => {
    const cache = isFile(new URL(path, location)) ? "default" : "no-cache";
    const response = await fetch(path, { cache, priority: "low" });
    const bytes = await response.clone().arrayBuffer();
    if (!response.ok || await digest(bytes) !== FILES[path]) throw new Error(`${path} is not of this version`);
    return response;
};

// All files or none. One after the other: the page may need the line meanwhile.
const install = async () => {
    const store = await caches.open(STORE);
    try {
        for (const path of Object.keys(FILES)) {
            if (!await store.match(path)) await store.put(path, await fetched(path));
        }
    } catch (error) {
        await caches.delete(STORE);
        throw error;
    }
};

// A worker becomes active when no page is open that its predecessor cares for: nobody needs an older version's
// files then. The next version may be on its way already; then it tidies up.
const activate = async () => {
    if (!registration.installing && !registration.waiting) {
        const old = (await caches.keys()).filter(name => name.startsWith("upcard") && name !== STORE);
        await Promise.all(old.map(name => caches.delete(name)));
    }
    await clients.claim();
};

// The page of today, if the server is there and well; else the one of this version.
const page = async request => {
    const kept = await (await caches.open(STORE)).match("/");
    if (!kept) return fetch(request);
    const today = fetch(request).then(response => response.status < 500 ? response : kept);
    const late = new Promise(done => setTimeout(done, PATIENCE, kept));
    return Promise.race([today, late]).catch(() => kept);
};

// A name holds its contents' hash, so that it does not matter which version's store has it.
const file = async request => await caches.match(request, { ignoreVary: true }) ?? fetch(request);

// The icon, say: its name stays the same while its contents change.
const plain = async request => fetch(request).catch(async error => {
    const kept = await (await caches.open(STORE)).match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
});

addEventListener("install", event => event.waitUntil(install()));

addEventListener("activate", event => event.waitUntil(activate()));

// A page says which script it began with. If it is of this version and the only one that is open, this worker need
// not wait until it is closed.
addEventListener("message", event => event.waitUntil((async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (event.data in FILES && open.length === 1) await skipWaiting();
})()));

addEventListener("fetch", event => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate" && isPage(url)) event.respondWith(page(request));
    else if (isFile(url)) event.respondWith(file(request));
    else if (url.pathname !== "/" && url.pathname in FILES) event.respondWith(plain(request));
});
