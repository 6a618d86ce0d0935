// Writes synthetic.at2, the artificial ground motion of shear-building.yaml, from the formula in the library:
//     node examples/records/synthetic.mjs        (after a build)
import { writeFileSync } from "node:fs";
import { syntheticRecord } from "noether";

const GRAVITY = 9.81;
const step = 0.02;
const { values } = syntheticRecord({ seed: 1, peak: 0.3 * GRAVITY, duration: 20, step });

const lines = [
  "Artificial ground motion, seed 1",
  "Sum of enveloped sines, spectrum of firm soil",
  "ACCELERATION TIME SERIES IN UNITS OF G",
  `NPTS= ${values.length}, DT= ${step} SEC`,
];
for (let n = 0; n < values.length; n += 5) {
  const row = [...values.subarray(n, n + 5)].map((a) => (a / GRAVITY).toExponential(6).padStart(15));
  lines.push(row.join(""));
}
writeFileSync(new URL("synthetic.at2", import.meta.url), `${lines.join("\n")}\n`);
