/** A service worker with which the site works without a network after a visit: it keeps every file of the build. While there is a server
 *  its files are taken, so that what is shown is never old. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

export function offline(): Plugin {
  return {
    name: "noether-offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = ["./", "./icon.svg", ...Object.keys(bundle).map((name) => `./${name}`)].sort();
      const hash = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "offline.js", source: workerText(files, `noether-${hash}`) });
    },
  };
}

const workerText = (files: readonly string[], cache: string) => `const FILES = ${JSON.stringify(files)};
const CACHE = ${JSON.stringify(cache)};

addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll(FILES));
  event.waitUntil(kept.then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("noether-") && name !== CACHE;
  const cleared = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(cleared.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = async () => (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  event.respondWith(fetch(request).catch(kept));
});
`;
