/** What is said of a study on a queue while it is computed: how far it is, how fast, how long it will take, and by whom. */
import { duration } from "../progress.js";
import { printable, raw } from "../terminal.js";
import { version } from "../version.js";
import type { Status } from "./collect.js";

/** Workers that are named one by one. */
const MOST_NAMED = 20;

/** The first line is enough for who reads a log. */
export function watchLines({ count, done, rate, workers, jobs }: Status, address: string): string[] {
  const current = workers.filter((worker) => worker.version === version);
  const others = workers.filter((worker) => worker.version !== version);
  const sum = (of: "threads" | "busy") => current.reduce((total, worker) => total + worker[of], 0);
  const pace = rate > 0 ? `${rate < 10 ? rate.toPrecision(2) : Math.round(rate)} a second` : "none lately";
  const left = done === count ? "" : rate > 0 ? `, ${duration((count - done) / rate)} left` : "";
  const who =
    current.length === 0
      ? `no workers; start some: noether worker --queue ${address}`
      : `${several(current.length, "worker")}, ${sum("busy")} of ${several(sum("threads"), "thread")} busy, ${several(jobs, "job")} in the queue`;
  return [
    `${done} of ${several(count, "case")}, ${pace}${left}; ${who}`,
    ...(others.length === 0
      ? []
      : [
          `  ${several(others.length, "worker")} of another version (${[...new Set(others.map((each) => each.version))].join(", ")}): they take no cases of version ${version}`,
        ]),
    ...current
      .slice(0, MOST_NAMED)
      .map(
        ({ host, process, busy, threads, cases }) =>
          `  ${host} ${process}: ${busy} of ${several(threads, "thread")} busy, ${several(cases, "case")} since its start`,
      ),
    ...(current.length > MOST_NAMED ? [`  and ${current.length - MOST_NAMED} more`] : []),
  ];
}

const several = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

export interface Watch {
  show(status: Status): void;
  clear(): void;
}

/** On a terminal all lines, drawn again and again; elsewhere the first one, now and then. */
export function watching(address: string): Watch {
  const { stderr } = process;
  const every = stderr.isTTY ? 500 : 5000;
  let [shown, lines, isOver] = [Number.NEGATIVE_INFINITY, 0, false];
  const clear = () => {
    if (lines > 0) raw(stderr, `\x1b[${lines}A\x1b[J`);
    lines = 0;
  };
  return {
    show(status) {
      const isLast = status.done === status.count;
      if (isOver || (performance.now() - shown < every && !isLast)) return;
      [shown, isOver] = [performance.now(), isLast];
      const text = watchLines(status, address).map(printable);
      if (!stderr.isTTY) {
        stderr.write(`${text[0]}\n`);
        return;
      }
      clear();
      const width = Math.max(20, stderr.columns ?? 80);
      raw(stderr, text.map((line) => `${line.slice(0, width - 1)}\n`).join(""));
      lines = text.length;
    },
    clear,
  };
}
