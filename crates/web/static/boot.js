import init from "./upcard.js";
init({ module_or_path: new URL("upcard_bg.wasm", import.meta.url) });
