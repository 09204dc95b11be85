// Python for the page: one worker, which the first question starts; until then nothing of it is loaded. It answers in the
// order in which it is asked. What it needs is listed in live/files.js (LIVE, null where the site was built without).
const PYTHON = (function () {
  "use strict";
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  let worker = null;
  const waiting = new Map(); // label of a question -> what to do with what is told
  function settle(told) {
    for (const done of [...waiting.values()]) { done(told); }
    waiting.clear();
  }
  function stop() {
    worker?.terminate();
    worker = null;
    settle({ kind: "stopped", message: "stopped" });
  }
  function start() {
    worker = new Worker(new URL("_static/live-worker.js", root), { type: "module" });
    worker.onmessage = ({ data }) => {
      waiting.get(data.label)?.(data);
      waiting.delete(data.label);
      if (data.lost) { stop(); }
    };
    worker.onerror = () => { settle({ kind: "the judge failed", message: "the judge failed: Python cannot be loaded" }); stop(); };
  }
  const ask = (question) => new Promise((done) => {
    waiting.set(question.label, done);
    if (!worker) { start(); }
    worker.postMessage({ ...question, live: { ...LIVE, root: root.href } });
  });

  // What this page took is kept for a time without a network (offline.js).
  let isKept = false;
  async function keepAll() {
    if (isKept || !navigator.serviceWorker) { return; }
    isKept = true;
    await navigator.serviceWorker.register(new URL("offline.js", root));
    const taken = performance.getEntriesByType("resource").map((entry) => entry.name);
    const needed = ["live/cells.json", "_static/live-worker.js", ...LIVE.files].map((file) => new URL(file, root).href);
    const all = new Set([location.href.split("#")[0], ...taken, ...needed]), cache = await caches.open("privlearn");
    const known = new Set((await cache.keys()).map((request) => request.url));
    for (const old of known) {
      if (old.startsWith(new URL("live/", root)) && !all.has(old)) { await cache.delete(old); }
    }
    const lacking = [...all].filter((address) => address.startsWith(root) && !known.has(address));
    await Promise.allSettled(lacking.map((address) => cache.add(address)));
  }
  const keep = (isWhole) => { // what was taken before a failure may be torn
    if (isWhole) { keepAll().catch(() => { isKept = false; }); } else { isKept = false; }
  };
  return { ask, stop, keep, isRunning: () => worker !== null, isThere: typeof LIVE !== "undefined" && LIVE && location.protocol.startsWith("http") };
})();
