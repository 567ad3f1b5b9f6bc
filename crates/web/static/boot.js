import init from "./upcard.js";
import { atHand } from "./parts.js";

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
// Within a promise nobody would hear of it; the page hears of it from its worker, too, in this way.
addEventListener("unhandledrejection", ({ reason }) => {
    if (isFault(reason)) setTimeout(() => { throw reason; });
});

// How long after the program stands all files of this version are kept, so that the page opens without a line from
// then on, in milliseconds: sooner where an older version is kept already. Where a browser does not allow that, the
// page needs a line to open.
const KEEP = { first: 20_000, later: 5_000 };

const keep = () => {
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
    setTimeout(() => register().catch(() => {}), workers.controller ? KEEP.later : KEEP.first);
};

// What the page has asked for next (`first.js`) is on its way before the program begins, which takes its time. A server
// may not know what kind of file the program is: then it is compiled in another way.
const compiled = async address => {
    try {
        return await WebAssembly.compileStreaming(fetch(address));
    } catch {
        return address;
    } finally {
        upcardNext();
    }
};

// A worker is handed what the page's browser has compiled already.
const program = globalThis.document
    ? compiled(new URL("upcard_bg.wasm", import.meta.url))
    : new Promise(given => addEventListener("message", ({ data }) => given(data), { once: true }));
Promise.all([program, atHand()]).then(([given]) => init({ module_or_path: given }))
    .then(keep, error => upcardFault(error.stack ?? String(error)));
