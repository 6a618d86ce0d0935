/** What becomes of the order of an export where its load jumps or has corners: a solver that reads one value of the load a step does not begin anew
 *  there (docs/topics/higher-order.md). */
import { type CompensationKind, jumpsOfLoad, type Notice, noticesOf, type Problem } from "noether";
import { significant } from "noether/report";
import type { OtherKind } from "./other-schemes.js";

const ORDERS: Readonly<Record<CompensationKind | OtherKind, { readonly order: number; readonly word: string }>> = {
  damping: { order: 2, word: "second" },
  "coupled-damping": { order: 2, word: "second" },
  period: { order: 3, word: "third" },
  "fourth-order": { order: 4, word: "fourth" },
  processed: { order: 4, word: "fourth" },
  "sixth-order": { order: 6, word: "sixth" },
  "eighth-order": { order: 8, word: "eighth" },
};
/** What t0 + n h rounds, in steps. */
const SLACK = 1e-6;
const MOST_TIMES = 4;

export interface ExportedRun {
  readonly kind: CompensationKind | OtherKind;
  readonly h: number;
  readonly steps: number;
}

export function loadNotices(problem: Problem, { kind, h, steps }: ExportedRun): Notice[] {
  const { system, t0 } = problem;
  const place = (t: number) => (t - t0) / h;
  const isInside = (t: number) => place(t) > SLACK && place(t) < steps - SLACK;
  const isBetween = (t: number) => Math.abs(place(t) - Math.round(place(t))) > SLACK;
  const { order, word } = ORDERS[kind];
  const jumps = jumpsOfLoad(problem, h, steps).filter(isInside);
  const between = jumps.filter(isBetween);
  const unlisted = ofUnlisted(problem, t0 + steps * h);
  if (between.length > 0)
    return [
      ...noticesOf("load-jumps", [
        `the load jumps at ${timesOf(between)}, between two steps: the displacements of another solver are of first order after that, not of ${word}. ` +
          `Choose a step that divides these times${order > 2 ? ", for second order" : ""}${order > 2 ? `; ${HERE}` : ""}`,
      ]),
      ...unlisted,
    ];
  if (jumps.length > 0 && order > 2)
    return [
      ...noticesOf("load-jumps", [
        `the load jumps at ${timesOf(jumps)}, where another solver takes one value for both sides: its displacements are of second order after that, not of ${word}. ` +
          `Choose a shorter step; ${HERE}`,
      ]),
      ...unlisted,
    ];
  const kinks = Array.from(system.load?.kinks ?? []).filter(isInside);
  const left = kinks.some(isBetween) ? 2 : 4;
  if (order <= left || kinks.length === 0) return unlisted;
  return [
    ...noticesOf("load-kinks", [
      left === 2
        ? `the load has kinks between steps, at ${timesOf(kinks.filter(isBetween))}: there the displacements of another solver are of second order, not of ${word}. Choose a step that divides these times`
        : `the load has kinks, at which another solver takes one value for both sides: there its displacements are of fourth order, not of ${word}`,
    ]),
    ...unlisted,
  ];
}

const HERE = "noether run begins anew at a jump, and keeps the order where a step ends there";

function timesOf(times: readonly number[]): string {
  const shown = times.slice(0, MOST_TIMES).map((t) => significant(t));
  const more = times.length - shown.length;
  return `t = ${shown.join(", ")}${more > 0 ? ` and ${more} more times` : ""}`;
}

function ofUnlisted({ system, t0 }: Problem, end: number): Notice[] {
  const listed = system.load?.listed;
  if (listed === undefined || (t0 >= listed.from && end <= listed.to)) return [];
  const loses = listed.corners === true ? "at most of second order" : "of first order where it jumps";
  return noticesOf("load-kinks-unlisted", [
    `the load has conditions whose times are not known: where one changes between two steps the displacements of another solver are ${loses}; ` +
      "write them with if and times, or give a table",
  ]);
}
