/** What a study will take, from a few of its cases: spread evenly over all of them, since cases at the ends may be the quickest or the slowest. */
import { prepareStudy, type Row, type Study, studyCsvHead, studyCsvRow } from "noether/studies";

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

/** How many are tried first, all together. */
const FEW = 8;
/** Then four times as many, as long as they take less than these milliseconds: the first ones of a program are the slowest, and those of a batch share work. */
const TELLING = 500;
const MORE = 4;
/** Milliseconds after which no further case is tried. */
const LONG_ENOUGH = 3000;

/** `now`: milliseconds that pass. */
export function forecast(study: Study, now = () => performance.now()): Forecast {
  const prepared = prepareStudy(study.bundle, { clock: () => performance.now() / 1000 });
  const few = Math.min(FEW, study.count);
  // The first case of a thread compiles what the others use.
  const began = now();
  prepared.run(study.caseAt(spread(study, few)[0] ?? 0));
  const first = now() - began;
  let [rows, spent]: [Row[], number] = [[], 0];
  const compute = (indices: readonly number[]) => {
    const start = now();
    const found = prepared.runBatch(indices.map((index) => study.caseAt(index)));
    return [found, now() - start] as const;
  };
  if (first * few > LONG_ENOUGH) {
    for (const index of spread(study, few)) {
      const [found, taken] = compute([index]);
      [rows, spent] = [[...rows, ...found], spent + taken];
      if (first + spent > LONG_ENOUGH) break;
    }
  } else {
    for (let count = few; count > rows.length && spent < TELLING; count = Math.min(MORE * count, study.count))
      [rows, spent] = compute(spread(study, count));
  }
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const failed = rows.filter(({ values }) => values[outcome] === "failed");
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(studyCsvRow(row)), 0);
  const head = Buffer.byteLength(studyCsvHead(study.columns, study.name, study.bundle.text));
  return {
    cases: study.count,
    tried: rows.length,
    seconds: (study.count * spent) / rows.length / 1000,
    bytes: head + (study.count * bytes) / rows.length,
    failed: failed.length,
    reason: failed[0] === undefined ? null : String(failed[0].values[outcome + 1]),
  };
}

/** The numbers of so many cases. */
const spread = ({ count: all }: Study, count: number): number[] =>
  Array.from({ length: count }, (_, k) => Math.floor(((k + 0.5) * all) / count));
