import init from "./upcard.js";
import { atHand } from "./parts.js";

// The program calls this when it crashes; it is not used after that.
let stopped = false;
globalThis.upcardFault = text => {
    console.error(text);
    if (stopped || !globalThis.document) return;
    stopped = true;
    const notice = document.getElementById("fault").content.cloneNode(true);
    const words = notice.querySelector("textarea");
    words.value = `${text}\n${navigator.userAgent}`;
    const [copy, again] = notice.querySelectorAll("button");
    copy.onclick = async () => {
        words.select();
        // No clipboard API in insecure contexts; then the selection is copied.
        await navigator.clipboard?.writeText(words.value).catch(() => document.execCommand("copy"))
            ?? document.execCommand("copy");
        copy.textContent = copy.dataset.done;
    };
    again.onclick = () => location.reload();
    document.body.replaceChildren(notice);
    again.focus();
};

// Crashes without a panic message, such as a stack overflow.
const isFault = error => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
addEventListener("error", event => {
    if (isFault(event.error)) upcardFault(event.error.stack);
});
// Rethrow from promises, so that the page also learns of errors in its worker.
addEventListener("unhandledrejection", ({ reason }) => {
    if (isFault(reason)) setTimeout(() => { throw reason; });
});

// Delay before all files of this version are cached for offline use, in milliseconds; shorter if an older
// version is cached already.
const CACHE_DELAY = { first: 20_000, later: 5_000 };

const cacheOffline = () => {
    const workers = globalThis.document && navigator.serviceWorker;
    if (!workers) return;
    const { pathname } = new URL(import.meta.url);
    const offer = worker => worker?.state === "installed" && worker.postMessage(pathname);
    const register = async () => {
        const registration = await workers.register("/offline.js");
        offer(registration.waiting);
        const { installing } = registration;
        installing?.addEventListener("statechange", () => offer(installing));
    };
    setTimeout(() => register().catch(() => {}), workers.controller ? CACHE_DELAY.later : CACHE_DELAY.first);
};

// Prefetches (`first.js`) start before the program, which takes time to start. If the server sends a wrong
// MIME type, the program is compiled another way.
const compileProgram = async address => {
    try {
        return await WebAssembly.compileStreaming(fetch(address));
    } catch {
        return address;
    } finally {
        upcardNext();
    }
};

// A worker receives the module compiled by the page.
const program = globalThis.document
    ? compileProgram(new URL("upcard_bg.wasm", import.meta.url))
    : new Promise(given => addEventListener("message", ({ data }) => given(data), { once: true }));
Promise.all([program, atHand()]).then(([given]) => init({ module_or_path: given }))
    .then(cacheOffline, error => upcardFault(error.stack ?? String(error)));
