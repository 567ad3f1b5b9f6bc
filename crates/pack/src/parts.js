// Loads the parts of the program. Each file holds several of its modules, one behind another; a module of which
// several parts are made, and of which each needs little, lies in the file of each, and is begun once.
import { initSync } from "./upcard.js";

// The files, with the modules in them and their lengths in bytes: [address, [name, length], …].
const FILES = [];

// What a library adds to see that all modules are of one program; nothing in what is handed out.
const SIGN = {};

// For each part the files that its modules lie in, by their places in the list, and those modules, its own last.
const PARTS = {};

// What the first turns do not call comes behind them, in one file: the late halves of modules, by the numbers that these
// know them by; the first of them is the program's first module: [address, [name, length], …].
const LATE = [];

// Does something once for each key, unless it failed: then it is tried again the next time.
const once = (done, key, act) => {
    if (!done.has(key)) {
        const doing = act();
        doing.catch(() => done.delete(key));
        done.set(key, doing);
    }
    return done.get(key);
};

const opened = new Map();
const begun = new Map();

const fetched = async (address, options) => {
    const response = await fetch(address, options);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.arrayBuffer();
};

// The modules in the bytes of a file, by their names.
const cut = (bytes, modules) => {
    let from = 0;
    return modules.map(([name, length]) => {
        from += length;
        return [name, new Uint8Array(bytes, from - length, length)];
    });
};

const open = file => once(opened, file, async () => {
    const [address, ...modules] = FILES[file];
    return cut(await fetched(address), modules);
});

let shared;
// What the modules that have begun show their late halves, by their names.
const shown = new Map();
const begin = (name, bytes) => once(begun, name, async () => {
    shared ??= { __wasm_split: { ...SIGN, ...initSync(), late } };
    const { instance } = await WebAssembly.instantiate(bytes, shared);
    shown.set(name, instance.exports);
});

const load = async ({ files, modules }) => {
    const held = new Map((await Promise.all(files.map(open))).flat());
    const own = modules.at(-1);
    await Promise.all(modules.slice(0, -1).map(name => begin(name, held.get(name))));
    await begin(own, held.get(own));
    // Their bytes are needed no more.
    files.forEach(file => opened.delete(file));
};

// The late halves that are there and wait for their modules, once they have been fetched.
let waiting;
const [rest, ...halves] = LATE;
const earlyOf = name => name === halves[0][0] ? initSync() : shown.get(name);
const complete = (name, early) => {
    early["~"].value = 1;
    waiting.delete(name);
};

// Whoever comes back has them already: then they are at hand before the program begins, without a line as well.
export const atHand = async () => {
    try {
        const kept = rest && await globalThis.caches?.match(rest.href, { ignoreVary: true });
        if (kept) waiting ??= new Map(cut(await kept.arrayBuffer(), halves));
    } catch {}
};

// What the program calls where it cannot go on without a late half: then nothing else is done until it is there.
export const late = number => {
    const [name] = halves[number];
    waiting ??= new Map(cut(fetchedNow(rest), halves));
    const early = earlyOf(name);
    new WebAssembly.Instance(new WebAssembly.Module(waiting.get(name)), { e: early });
    complete(name, early);
};

const fetchedNow = address => {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    // A page may not ask for bytes in this way, but for letters of one byte each.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    try {
        request.send();
    } catch {}
    // Nothing of the program is used after this (`boot.js`).
    if (request.status !== 200) throw new WebAssembly.RuntimeError(`${address}: ${request.status}`);
    return Uint8Array.from(request.responseText, letter => letter.charCodeAt(0)).buffer;
};

const fetchLate = options => once(opened, rest, async () => {
    waiting ??= new Map(cut(await fetched(rest, options), halves));
});

const completeAll = async () => {
    for (const [name, bytes] of waiting) {
        const early = earlyOf(name);
        if (!early) continue;
        await WebAssembly.instantiate(bytes, { e: early });
        complete(name, early);
    }
};

// The late halves come by themselves when no part has come for so long, in milliseconds; where they cannot be had,
// after twice as long, and so on.
let calm = 2_000;
let timer;
const soon = () => {
    clearTimeout(timer);
    if (rest) timer = setTimeout(() => fetchLate({ priority: "low" }).then(completeAll).catch(again), calm);
};
const again = error => {
    console.error(error);
    calm *= 2;
    soon();
};

const loaded = new Map();

// What these parts call is late for the most part.
const AWAITED = ["later", "library"];

// As the program calls it, which is told when the part is there, or that it is not to be had.
const loads = part => async (callback, data) => {
    let success = true;
    try {
        const awaited = rest && AWAITED.includes(part);
        await Promise.all([once(loaded, part, () => load(PARTS[part])), awaited && fetchLate()]);
        if (awaited) await completeAll();
        soon();
    } catch (error) {
        console.error(error);
        success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
};
