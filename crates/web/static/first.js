// Runs before anything is shown. The first screen stands in the page itself: it is there, can be read and
// tapped before the program is. A tap is kept, and the program carries it out as soon as it can.
{
    const root = document.documentElement.classList;
    const kept = name => {
        try {
            return localStorage.getItem(name) ?? "";
        } catch {
            return "";
        }
    };

    let settings = {};
    try {
        settings = JSON.parse(kept("upcard.settings") || "{}");
    } catch {}
    const night = matchMedia("(prefers-color-scheme: dark)");
    const shade = () => root.toggle("dark",
        settings.theme === "Dark" || settings.theme !== "Light" && night.matches);
    shade();
    // Once the program is there, it goes by the settings as they are then.
    night.addEventListener("change", () => document.querySelector(".boot") && shade());
    // Another address shows something else: a table, house rules, a match.
    root.toggle("elsewhere", location.pathname !== "/" || location.hash.length > 1);
    // What is said of the game that is played next may be another one here.
    root.toggle("played", Boolean(settings.game));

    // The match on this device, and the tables at which one has a seat, come first.
    const adorn = main => {
        const goOn = main.querySelector("[data-tap=go-on]");
        const play = main.querySelector("[data-tap=play-now]");
        if (kept("upcard.match") || kept("upcard.present")) {
            goOn.hidden = false;
            play.classList.remove("go");
        }
        const seat = /^seat ([0-9A-Za-z]+) (.+)$/;
        for (const line of kept("upcard.visits").split("\n")) {
            const [, id, game] = seat.exec(line) ?? [];
            if (!id) continue;
            const button = main.querySelector("template").content.firstElementChild.cloneNode(true);
            button.dataset.tap = `table ${id}`;
            button.firstElementChild.textContent += game;
            main.insertBefore(button, play);
        }
    };
    const seen = new MutationObserver(() => {
        const main = document.querySelector("#first main");
        if (!main || !document.querySelector(".boot")) return;
        seen.disconnect();
        adorn(main);
    });
    seen.observe(document, { childList: true, subtree: true });

    // What is needed next is on its way while the program begins: by a guest of a table, for the first screen, or for a
    // match on this device that was asked for. It comes behind the program (`boot.js`).
    let next = location.pathname.startsWith("/t/") ? "room" : root.contains("elsewhere") ? "" : "home";
    let behind = false;
    const fetchNext = () => {
        if (!behind || !next) return;
        for (const href of document.querySelector(`meta[name=${next}]`).content.split(" ")) {
            const link = document.createElement("link");
            Object.assign(link, { rel: "preload", href, as: "fetch", crossOrigin: "" });
            document.head.append(link);
        }
        next = "";
    };
    globalThis.upcardNext = () => {
        behind = true;
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
        // It holds the match, and waits for the program.
        const program = document.querySelector("script[type=module]").src;
        const worker = globalThis.upcardWorker = new Worker(program, { type: "module" });
        worker.onerror = () => delete globalThis.upcardWorker;
    });
}
