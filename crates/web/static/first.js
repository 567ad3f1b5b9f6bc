// Runs before first paint. The first screen is in the page itself, readable and tappable before the program
// is loaded. A tap is saved for the program.
{
    const root = document.documentElement.classList;
    const stored = name => {
        try {
            return localStorage.getItem(name) ?? "";
        } catch {
            return "";
        }
    };

    let settings = {};
    try {
        settings = JSON.parse(stored("upcard.settings") || "{}");
    } catch {}
    const night = matchMedia("(prefers-color-scheme: dark)");
    const applyTheme = () => root.toggle("dark",
        settings.theme === "Dark" || settings.theme !== "Light" && night.matches);
    applyTheme();
    // After start-up the program applies the settings.
    night.addEventListener("change", () => document.querySelector(".boot") && applyTheme());
    // Other addresses: a table, house rules, a match.
    root.toggle("elsewhere", location.pathname !== "/" || location.hash.length > 1);
    // The next game may differ from the static text.
    root.toggle("played", Boolean(settings.game));

    // Matches in progress come first.
    const addMatches = main => {
        const goOn = main.querySelector("[data-tap=go-on]");
        const play = main.querySelector("[data-tap=play-now]");
        if (stored("upcard.match") || stored("upcard.present")) {
            goOn.hidden = false;
            play.classList.remove("go");
        }
        const seat = /^seat ([0-9A-Za-z]+) (.+)$/;
        for (const line of stored("upcard.visits").split("\n")) {
            const [, id, game] = seat.exec(line) ?? [];
            if (!id) continue;
            const button = main.querySelector("template").content.firstElementChild.cloneNode(true);
            button.dataset.tap = `table ${id}`;
            button.firstElementChild.textContent += game;
            main.insertBefore(button, play);
        }
    };
    const observer = new MutationObserver(() => {
        const main = document.querySelector("#first main");
        if (!main || !document.querySelector(".boot")) return;
        observer.disconnect();
        addMatches(main);
    });
    observer.observe(document, { childList: true, subtree: true });

    // Prefetch what is needed next, after the program (`boot.js`): for a guest of a table, for the first
    // screen, or for a requested match on this device.
    let next = location.pathname.startsWith("/t/") ? "room" : root.contains("elsewhere") ? "" : "home";
    let programFetched = false;
    const fetchNext = () => {
        if (!programFetched || !next) return;
        for (const href of document.querySelector(`meta[name=${next}]`).content.split(" ")) {
            const link = document.createElement("link");
            Object.assign(link, { rel: "preload", href, as: "fetch", crossOrigin: "" });
            document.head.append(link);
        }
        next = "";
    };
    globalThis.upcardNext = () => {
        programFetched = true;
        fetchNext();
    };

    addEventListener("click", ({ target }) => {
        const button = target.closest?.("#first [data-tap]");
        if (!button) return;
        document.querySelector("#first [aria-busy]")?.removeAttribute("aria-busy");
        button.setAttribute("aria-busy", "true");
        const { tap } = button.dataset;
        globalThis.upcardTap = tap;
        if (!["go-on", "play-now", "play-short"].includes(tap) || globalThis.upcardWorker) return;
        next = "match";
        fetchNext();
        // It hosts the match and waits for the program.
        const program = document.querySelector("script[type=module]").src;
        const worker = globalThis.upcardWorker = new Worker(program, { type: "module" });
        worker.onerror = () => delete globalThis.upcardWorker;
    });
}
