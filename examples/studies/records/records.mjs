// Writes quake-01.csv … quake-10.csv, the artificial ground motions of earthquakes.yaml, from the formula in the library:
//     node examples/studies/records/records.mjs        (after a build)
import { writeFileSync } from "node:fs";
import { syntheticRecord } from "noether";

for (let seed = 1; seed <= 10; seed++) {
  const { times, values } = syntheticRecord({ seed: 100 + seed, peak: 1, duration: 12, step: 0.02 });
  const lines = Array.from(values, (a, n) => `${times[n].toFixed(2)},${a.toFixed(5)}`);
  const name = `quake-${String(seed).padStart(2, "0")}.csv`;
  writeFileSync(new URL(name, import.meta.url), `t,a\n${lines.join("\n")}\n`);
}
