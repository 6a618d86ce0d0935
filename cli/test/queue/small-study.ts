/** A study without a model, for what the queue does with it: a case is its number and the square of it, and takes no time. */
import { createHash } from "node:crypto";
import type { Row, Study, StudyBundle, StudyColumn } from "noether/studies";
import type { Computer } from "../../src/queue/serve.js";

const columns: readonly StudyColumn[] = [
  { name: "case", type: "int64", role: "case" },
  { name: "square", type: "float64", role: "measured" },
  { name: "outcome", type: "text", role: "outcome" },
  { name: "seconds", type: "float64", role: "timing" },
];

const hash = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");

export function smallStudy(count: number, name = "small", content = "1 2 3"): Study {
  const bytes = new TextEncoder().encode(content);
  const bundle: StudyBundle = {
    study: { count, smallest: -0, largest: Number.POSITIVE_INFINITY, list: [1.5, "text", null, true] },
    text: `count: ${count}\n`,
    name,
    files: new Map([["a.csv", { hash: hash(bytes), bytes }]]),
  };
  return {
    name,
    axes: [],
    count,
    columns,
    figures: [],
    example: 0,
    bundle,
    caseAt: (index) => ({ index, key: hash(`${name} ${index}`), settings: {} }),
  };
}

/** The first case takes the sign of zero along, the second no number at all. */
export const squareOf = (index: number) => (index === 0 ? -0 : index === 1 ? null : (index / 3) ** 2);

export function rowAt(study: Study, index: number, seconds = 0): Row {
  return { index, key: study.caseAt(index).key, values: [index, squareOf(index), "completed", seconds] };
}

/** Computes in the process itself. `before` may fail, or wait. */
export function smallComputer(
  study: Study,
  threads: number,
  before: (index: number) => void | Promise<void> = () => {},
): Computer & { readonly computed: number[] } {
  let stopped = false;
  const computed: number[] = [];
  return {
    threads,
    computed,
    async compute(_hash, _bundle, first, last) {
      const rows: Row[] = [];
      for (let i = first; i < last && !stopped; i++) {
        await before(i);
        computed.push(i);
        rows.push(rowAt(study, i, Math.random()));
      }
      return rows;
    },
    stop() {
      stopped = true;
    },
    async close() {
      stopped = true;
    },
  };
}
