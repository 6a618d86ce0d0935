/** Puts the built command line into few files, cli/bundle: loading some two hundred modules one by one takes longer than
 *  most runs. A command stays a file of its own, loaded when it is asked for; what is large and rarely needed (HDF5, figures,
 *  benchmarks, reproductions, the queue) stays outside; what runs in threads is a file of its own. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const build = await rolldown({
  input: { main: at("cli/dist/main.js"), "study-thread": at("cli/dist/study/study-thread.js") },
  platform: "node",
  // As ES modules: of its CommonJS nothing could be left out.
  resolve: { alias: { yaml: at("node_modules/yaml/browser/index.js") } },
  external: [
    /^noether-/,
    /^h5wasm/,
    "hyparquet",
    "@resvg/resvg-js",
    "@observablehq/plot",
    "linkedom",
    "bullmq",
    "ioredis",
  ],
});
await build.write({ dir: at("cli/bundle"), format: "esm", chunkFileNames: "[name].js", cleanDir: true });
await build.close();
