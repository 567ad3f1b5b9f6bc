// Loads the parts of the program. A file holds several concatenated modules; small shared modules are in the
// file of every part that uses them, and are instantiated once.
import { initSync } from "./upcard.js";

// The files with their modules and lengths in bytes: [address, [name, length], …].
const FILES = [];

// A library's check that all modules belong to one program; empty in releases.
const SIGN = {};

// For each part: indexes of its files, and its modules, its own last.
const PARTS = {};

// The file of the late halves, loaded after the first turns: [address, [name, length], …], by the numbers
// that modules use; the first entry is the program's first module.
const LATE = [];

// Runs an action once per key; a failed one is retried on the next call.
const once = (done, key, act) => {
    if (!done.has(key)) {
        const doing = act();
        doing.catch(() => done.delete(key));
        done.set(key, doing);
    }
    return done.get(key);
};

const fetches = new Map();
const instances = new Map();

const fetchBytes = async (address, options) => {
    const response = await fetch(address, options);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.arrayBuffer();
};

// Slices a file into its modules, by name.
const slice = (bytes, modules) => {
    let from = 0;
    return modules.map(([name, length]) => {
        from += length;
        return [name, new Uint8Array(bytes, from - length, length)];
    });
};

const openFile = file => once(fetches, file, async () => {
    const [address, ...modules] = FILES[file];
    return slice(await fetchBytes(address), modules);
});

let shared;
// Exports of the instantiated modules for their late halves, by name.
const moduleExports = new Map();
const instantiate = (name, bytes) => once(instances, name, async () => {
    shared ??= { __wasm_split: { ...SIGN, ...initSync(), late } };
    const { instance } = await WebAssembly.instantiate(bytes, shared);
    moduleExports.set(name, instance.exports);
});

const load = async ({ files, modules }) => {
    const found = new Map((await Promise.all(files.map(openFile))).flat());
    const own = modules.at(-1);
    await Promise.all(modules.slice(0, -1).map(name => instantiate(name, found.get(name))));
    await instantiate(own, found.get(own));
    // Free their bytes.
    files.forEach(file => fetches.delete(file));
};

// Fetched late halves that wait for their modules.
let waiting;
const [rest, ...halves] = LATE;
const earlyOf = name => name === halves[0][0] ? initSync() : moduleExports.get(name);
const complete = (name, early) => {
    early["~"].value = 1;
    waiting.delete(name);
};

// Returning users have them cached: available before the program starts, also offline.
export const atHand = async () => {
    try {
        const kept = rest && await globalThis.caches?.match(rest.href, { ignoreVary: true });
        if (kept) waiting ??= new Map(slice(await kept.arrayBuffer(), halves));
    } catch {}
};

// Called by the program if it cannot continue without a late half; blocks until that is loaded.
export const late = number => {
    const [name] = halves[number];
    waiting ??= new Map(slice(fetchSync(rest), halves));
    const early = earlyOf(name);
    new WebAssembly.Instance(new WebAssembly.Module(waiting.get(name)), { e: early });
    complete(name, early);
};

const fetchSync = address => {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    // Synchronous requests return only text: one character per byte.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    try {
        request.send();
    } catch {}
    // The program is not used after this (`boot.js`).
    if (request.status !== 200) throw new WebAssembly.RuntimeError(`${address}: ${request.status}`);
    return Uint8Array.from(request.responseText, letter => letter.charCodeAt(0)).buffer;
};

const fetchLate = options => once(fetches, rest, async () => {
    waiting ??= new Map(slice(await fetchBytes(rest, options), halves));
});

const completeAll = async () => {
    for (const [name, bytes] of waiting) {
        const early = earlyOf(name);
        if (!early) continue;
        await WebAssembly.instantiate(bytes, { e: early });
        complete(name, early);
    }
};

// The late halves are prefetched after this many milliseconds without a part being loaded; doubled after each
// failure.
let delay = 2_000;
let timer;
const schedule = () => {
    clearTimeout(timer);
    if (rest) timer = setTimeout(() => fetchLate({ priority: "low" }).then(completeAll).catch(retry), delay);
};
const retry = error => {
    console.error(error);
    delay *= 2;
    schedule();
};

const loaded = new Map();

// Parts that mostly call late functions.
const AWAITED = ["later", "library"];

// Load function called by the program; reports success or failure.
const loads = part => async (callback, data) => {
    let success = true;
    try {
        const awaited = rest && AWAITED.includes(part);
        await Promise.all([once(loaded, part, () => load(PARTS[part])), awaited && fetchLate()]);
        if (awaited) await completeAll();
        schedule();
    } catch (error) {
        console.error(error);
        success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
};
