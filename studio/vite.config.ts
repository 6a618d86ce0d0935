/** The built site is a folder of files that any file server serves, from any place: addresses are relative, the engine comes from
 *  the sources of the library. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { offline } from "./build/offline.js";
import { content } from "./build/plugin.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  base: "./",
  plugins: [content(), offline()],
  resolve: {
    alias: [
      { find: /^noether$/, replacement: at("../lib/src/index.ts") },
      { find: /^noether-papers$/, replacement: at("../papers/index.ts") },
      { find: /^noether\/(.+)$/, replacement: at("../lib/src/$1/index.ts") },
    ],
  },
  build: {
    target: "es2022",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  worker: { format: "es", plugins: () => [content()] },
});
