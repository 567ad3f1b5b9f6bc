// Loads the parts of the program. Each file holds several of its modules, one behind another; a module of which
// several parts are made, and of which each needs little, lies in the file of each, and is begun once.
import { initSync } from "./upcard.js";

// The files, with the modules in them and their lengths in bytes: [address, [name, length], …].
const FILES = [];

// What a library adds to see that all modules are of one program; nothing in what is handed out.
const SIGN = {};

// For each part the files that its modules lie in, by their places in the list, and those modules, its own last.
const PARTS = {};

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

// The modules of a file, by their names.
const open = file => once(opened, file, async () => {
    const [address, ...modules] = FILES[file];
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    let from = 0;
    return modules.map(([name, length]) => {
        from += length;
        return [name, new Uint8Array(bytes, from - length, length)];
    });
});

let shared;
const begin = (name, bytes) => once(begun, name, () => {
    shared ??= { __wasm_split: { ...SIGN, ...initSync() } };
    return WebAssembly.instantiate(bytes, shared);
});

const load = async ({ files, modules }) => {
    const held = new Map((await Promise.all(files.map(open))).flat());
    const own = modules.at(-1);
    await Promise.all(modules.slice(0, -1).map(name => begin(name, held.get(name))));
    await begin(own, held.get(own));
    // Their bytes are needed no more.
    files.forEach(file => opened.delete(file));
};

const loaded = new Map();

// As the program calls it, which is told when the part is there, or that it is not to be had.
const loads = part => async (callback, data) => {
    let success = true;
    try {
        await once(loaded, part, () => load(PARTS[part]));
    } catch (error) {
        console.error(error);
        success = false;
    }
    initSync().__indirect_function_table.get(callback)(data, success);
};
