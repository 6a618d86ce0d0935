/** A job of the queue: a range of cases of a study. It carries data and no code, and names nothing but a study and a table, by hashes. */
import { InputError } from "noether";
import { isObject } from "noether/formats";
import { isHash } from "./bundle-store.js";

export interface CaseJob {
  /** The hash of the study. */
  readonly bundle: string;
  /** Where the rows go. */
  readonly table: string;
  /** From the first case to the one before `last`, which is not among them. */
  readonly first: number;
  readonly last: number;
}

export type Range = Pick<CaseJob, "first" | "last">;

/** Cases of a job. */
export const MOST_CASES = 5000;

const KEYS = ["bundle", "first", "last", "table"];

/** Everything else is refused. */
export function jobOf(data: unknown): CaseJob {
  const refuse = (reason: string) => new InputError(`not a job of this program: ${reason}`);
  if (!isObject(data)) throw refuse("its data is no map");
  const keys = Object.keys(data).sort();
  if (keys.join() !== KEYS.join()) throw refuse(`its keys are not ${KEYS.join(", ")}`);
  const { bundle, table, first, last } = data;
  if (!isHash(bundle) || !isHash(table)) throw refuse("a hash is no hash");
  const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  if (!isIndex(first) || !isIndex(last) || last <= first || last - first > MOST_CASES)
    throw refuse(`its cases are no range of 1 to ${MOST_CASES}`);
  return { bundle, table, first, last };
}

/** The same range of the same table is the same job: queued twice, it is there once. */
export const jobId = ({ table, first, last }: Omit<CaseJob, "bundle">) => `${table}-${first}-${last}`;

/** The range that an identifier names, if it belongs to the table. */
export function rangeOf(id: string, table: string): Range | null {
  const [, own, first, last] = /^([0-9a-f]{64})-(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return own === table ? { first: Number(first), last: Number(last) } : null;
}

/** Why a job failed that is not its cases' fault: the study could not be had. The collector stores it again. */
export const BUNDLE_FAILURE = "study not available: ";
