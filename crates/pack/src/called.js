
// Which functions have been called, by their numbers; those of a worker come to its page.
const noted = new Set();
export const called = number => noted.add(number);
const channel = new BroadcastChannel("called");
if (globalThis.document) {
    globalThis.upcardCalled = noted;
    channel.onmessage = ({ data }) => data.forEach(called);
} else {
    setInterval(() => channel.postMessage([...noted]), 200);
}
