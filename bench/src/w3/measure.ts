/** node measure.js N STEPS: one run of W3 in a process of its own. node measure.js N matrix FILE: the step matrix for other
 *  programs: 32-bit rows and entries, then column starts, row indices (lower triangle) and 64-bit values. */
import { writeFileSync } from "node:fs";
import { elasticBlock, stepMatrix } from "./elastic-block.js";
import { transient } from "./transient.js";

const [n = "7", what = "20", file = ""] = process.argv.slice(2);
if (what === "matrix") writeMatrix(Number(n), file);
else process.stdout.write(`${JSON.stringify(transient(Number(n), Number(what)))}\n`);

function writeMatrix(size: number, path: string): void {
  const { pattern, values } = stepMatrix(elasticBlock(size));
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
