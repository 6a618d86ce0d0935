/** The same digits, whoever looks: with and without observers, ledger and guard, in one go or in slices. */
import { expect } from "vitest";
import { begin, type Run, type RunOptions } from "../../src/core/run.js";
import { extremes } from "../../src/observers/extremes.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { type Case, stepsOf, timeOf } from "./cases.js";

const STEPS = 40;

export function digits({ scheme, trial, problem }: Case): void {
  const { method } = scheme;
  const ended = (slice: number, options: Partial<RunOptions<Record<never, never>>>): Run => {
    const time = timeOf(scheme, problem, trial.step / 4, stepsOf({ scheme, trial }, STEPS));
    const runner = begin(problem, method, { time, ...options });
    while (runner.advance(slice));
    return runner.result();
  };
  const plain = ended(Number.MAX_SAFE_INTEGER, { growth: "report" });
  const { invariants } = problem.system;
  const watched = { observe: { extremes: extremes(invariants), path: trajectory() } };
  const others = [
    ended(Number.MAX_SAFE_INTEGER, {}),
    ended(7, { ...watched }),
    ended(1, { ...watched, growth: "report" }),
    ended(3, { ledger: true }),
  ];
  for (const { last, status, steps } of others) {
    expect(status).toBe(plain.status);
    expect(steps).toBe(plain.steps);
    expect(last.t).toBe(plain.last.t);
    expect([...last.q]).toEqual([...plain.last.q]);
    expect([...last.v]).toEqual([...plain.last.v]);
  }
}
