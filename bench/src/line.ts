/** One measurement. Seconds are CPU seconds of one thread, the best of several runs; `ok` is the program's own check of its
 *  answer, never of its time. */
export interface Line {
  readonly workload: string;
  readonly peer: string;
  readonly n: number;
  readonly steps: number;
  readonly seconds: number;
  readonly seconds_per_step: number;
  /** What `error` is. */
  readonly measure: string;
  readonly error: number;
  readonly ok: boolean;
  readonly [more: string]: unknown;
}

export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
