/** In a process of its own: `node measure.js N STEPS`, one run of W3; `node measure.js N factor TIMES`, its factor alone; `node measure.js N
 *  matrix FILE`, the step matrix for other programs: 32-bit rows and entries, then column starts, row indices (lower triangle) and
 *  64-bit values. */
import { writeFileSync } from "node:fs";
import { elasticBlock, stepMatrix } from "./elastic-block.js";
import { factored } from "./factor.js";
import { transient } from "./transient.js";

const [n = "7", what = "20", more = ""] = process.argv.slice(2);
if (what === "matrix") writeMatrix(Number(n), more);
else {
  const outcome = what === "factor" ? factored(Number(n), Number(more)) : transient(Number(n), Number(what));
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

function writeMatrix(size: number, path: string): void {
  const { pattern, values } = stepMatrix(elasticBlock(size).system);
  const { size: rows, rowStart, column } = pattern;
  // The upper triangle by rows is the lower one by columns.
  const start = new Int32Array(rows + 1);
  const kept: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let k = rowStart[i]!; k < rowStart[i + 1]!; k++) if (column[k]! >= i) kept.push(k);
    start[i + 1] = kept.length;
  }
  const head = Int32Array.of(rows, kept.length);
  const indices = Int32Array.from(kept, (k) => column[k]!);
  const entries = Float64Array.from(kept, (k) => values[k]!);
  writeFileSync(path, Buffer.concat([head, start, indices, entries].map((part) => Buffer.from(part.buffer))));
}
