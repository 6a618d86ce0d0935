import { expect, test } from "vitest";
import { openLedger } from "../../src/core/ledger.js";
import { spring } from "../methods/oscillator.js";

test("a million small entries are added without losing their digits", () => {
  const problem = spring();
  const ledger = openLedger(problem, true);
  ledger.enter(1, 0, 0);
  for (let i = 0; i < 1e6; i++) ledger.enter(1e-17, 0, 0);
  // A plain sum would still be 1: each entry is less than half an ulp of it.
  expect(ledger.balance(0, problem.q0, problem.v0).work).toBe(1 + 1e-11);
});

test("what was supplied: work, and a damping that drives, to all digits that were entered", () => {
  const ledger = openLedger(spring(), true);
  ledger.enter(1, -1, 0);
  for (let i = 0; i < 2 ** 10; i++) ledger.enter(2 ** -60, -(2 ** -60), 0);
  expect(ledger.supplied).toBe(2 * (1 + 2 ** -50));
  const damped = openLedger(spring(), true);
  damped.enter(1, 3, 0);
  expect(damped.supplied).toBe(1);
});

test("Δkinetic + Δpotential = work − dissipation − algorithmic + residual, closed or open", () => {
  const { q0, v0, ...rest } = spring({ q: 1, v: 0 });
  for (const closed of [true, false]) {
    const ledger = openLedger({ q0, v0, ...rest }, closed);
    ledger.enter(0.5, 0.2, 0.1);
    const { kinetic, potential, work, dissipation, algorithmic, residual } = ledger.balance(0, Float64Array.of(2), v0);
    expect(kinetic + potential).toBeCloseTo(work - dissipation - algorithmic + (residual ?? 0), 15);
    expect(residual === null).toBe(!closed);
    if (closed) expect(algorithmic).toBe(0.1);
  }
});
