/** What a study will take, from a few of its cases: spread evenly over all of them, since cases at the ends may be the quickest or the slowest. */
import { prepareStudy, type Study, studyCsvHead, studyCsvRow } from "noether/studies";

export interface Forecast {
  readonly cases: number;
  /** Of how many the time was measured. */
  readonly tried: number;
  /** Of one processor, for all cases. */
  readonly seconds: number;
  /** Of the table as CSV. */
  readonly bytes: number;
  /** How many of those that were tried failed, and the first reason. */
  readonly failed: number;
  readonly reason: string | null;
}

const MOST_TRIED = 8;
/** Milliseconds after which no further case is tried. */
const LONG_ENOUGH = 3000;

export function forecast(study: Study): Forecast {
  const prepared = prepareStudy(study.bundle, { clock: () => performance.now() / 1000 });
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const count = Math.min(MOST_TRIED, study.count);
  const indices = Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * study.count) / count));
  // The first case of a thread compiles what the others use.
  const began = performance.now();
  prepared.run(study.caseAt(indices[0] ?? 0));
  const first = performance.now() - began;
  let [tried, spent, bytes, failed] = [0, 0, 0, 0];
  let reason: string | null = null;
  // Together, as they will be computed, where that does not take long.
  const size = first * count > LONG_ENOUGH ? 1 : count;
  for (let k = 0; k < count && (k === 0 || first + spent <= LONG_ENOUGH); k += size) {
    const cases = indices.slice(k, k + size).map((index) => study.caseAt(index));
    const start = performance.now();
    const rows = prepared.runBatch(cases);
    spent += performance.now() - start;
    tried += rows.length;
    for (const row of rows) {
      bytes += Buffer.byteLength(studyCsvRow(row));
      if (row.values[outcome] !== "failed") continue;
      failed++;
      reason ??= String(row.values[outcome + 1]);
    }
  }
  return {
    cases: study.count,
    tried,
    seconds: (study.count * spent) / tried / 1000,
    bytes:
      Buffer.byteLength(studyCsvHead(study.columns, study.name, study.bundle.text)) + (study.count * bytes) / tried,
    failed,
    reason,
  };
}
