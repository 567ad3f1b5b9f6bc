import init from "./upcard.js";

// The program calls this when it stops at a fault of its own. Nothing of it is used from then on.
let stopped = false;
globalThis.upcardFault = text => {
    console.error(text);
    if (stopped || !globalThis.document) return;
    stopped = true;
    const told = document.getElementById("fault").content.cloneNode(true);
    const words = told.querySelector("textarea");
    words.value = `${text}\n${navigator.userAgent}`;
    const [copy, again] = told.querySelectorAll("button");
    copy.onclick = async () => {
        words.select();
        // There is no clipboard where the line is not encrypted; then what is selected is copied.
        await navigator.clipboard?.writeText(words.value).catch(() => document.execCommand("copy"))
            ?? document.execCommand("copy");
        copy.textContent = copy.dataset.done;
    };
    again.onclick = () => location.reload();
    document.body.replaceChildren(told);
    again.focus();
};

// What stops the program without a word of its own, such as a stack that is full.
const isFault = error => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
addEventListener("error", event => {
    if (isFault(event.error)) upcardFault(event.error.stack);
});

// Keeps the page as it is today, and what it loaded before its service worker was there, so that it
// opens without a line from then on. Where a browser does not allow that, it needs a line to open.
const keep = async () => {
    if (!globalThis.document || !navigator.serviceWorker) return;
    await navigator.serviceWorker.register("/offline.js");
    const cache = await caches.open("upcard");
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && /-[0-9a-f]{16}\./.test(pathname));
    for (const name of new Set(loaded.map(({ pathname }) => pathname))) {
        if (!await cache.match(name)) await cache.add(name);
    }
    await cache.add("/");
};

// A worker is handed what the page's browser has compiled already.
const program = globalThis.document
    ? Promise.resolve(new URL("upcard_bg.wasm", import.meta.url))
    : new Promise(given => addEventListener("message", ({ data }) => given(data), { once: true }));
program.then(given => init({ module_or_path: given }))
    .then(() => keep().catch(() => {}), error => upcardFault(error.stack ?? String(error)));
