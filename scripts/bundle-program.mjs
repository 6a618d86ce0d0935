/** Puts the built command line into few files, cli/bundle: loading some two hundred modules one by one takes longer than
 *  most runs. A command stays a file of its own, loaded when it is asked for; what is large and rarely needed (HDF5, figures,
 *  benchmarks, reproductions) stays outside. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const build = await rolldown({
  input: at("cli/dist/main.js"),
  platform: "node",
  external: [/^noether-/, /^h5wasm/, "@resvg/resvg-js", "@observablehq/plot", "linkedom"],
});
await build.write({ dir: at("cli/bundle"), format: "esm", chunkFileNames: "[name].js", cleanDir: true });
await build.close();
