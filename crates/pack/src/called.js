
// Numbers of the called functions; a worker sends its own to the page.
const noted = new Set();
export const called = number => noted.add(number);
const channel = new BroadcastChannel("called");
if (globalThis.document) {
    globalThis.upcardCalled = noted;
    channel.onmessage = ({ data }) => data.forEach(called);
} else {
    setInterval(() => channel.postMessage([...noted]), 200);
}
