/** # Reading the energy ledger
 *
 *  A motion decays. Is that the structure's damping, or the scheme's? Every run can answer, because it keeps a ledger of the
 *  changes since the start,
 *
 *      Δkinetic + Δpotential = work − dissipation − algorithmic + residual
 *
 *  - work          what the loads have put in
 *  - dissipation   what physical damping has taken out
 *  - algorithmic   what the scheme has taken out, from its own discrete balance
 *  - residual      what nothing explains: round-off, and how exactly the equations were solved
 *
 *  It is a test: `npx vitest run docs/tutorials` runs it, and its assertions are the results. */
import {
  harmonic,
  hht,
  type LedgerBalance,
  type Method,
  newmark,
  orThrow,
  type Problem,
  pendulum,
  rk4,
  run,
} from "noether";
import { textTable } from "noether/report";
import { expect, test } from "vitest";

/** Eight steps a period of an oscillator with ω = 1. */
const eighth = (2 * Math.PI) / 8;

function ledgerOf(problem: Problem, method: Method, step = eighth): LedgerBalance {
  const { ledger } = orThrow(run(problem, method, { time: { step, steps: 200 }, ledger: true }));
  return ledger ?? expect.fail("no ledger was kept");
}

const total = ({ kinetic, potential }: LedgerBalance) => kinetic + potential;

test("a decay without a damper is the scheme's", () => {
  const free = harmonic({ mass: 1, stiffness: 1, position: 1 });
  const damped = ledgerOf(free, hht({ alpha: -0.3 }));
  // The oscillator had 1/2 and has lost most of it; nothing of that is physical.
  expect(total(damped)).toBeLessThan(-0.4);
  expect(damped.dissipation).toBe(0);
  expect(damped.algorithmic).toBeCloseTo(-total(damped), 12);

  // Newmark with β = 1/4, γ = 1/2 takes nothing from a linear system.
  const kept = ledgerOf(free, newmark());
  // 200 steps, a few ulps of 1/2 each.
  expect(Math.abs(kept.algorithmic)).toBeLessThan(1e-13);
});

test("with a damper and a load, each has its own line", () => {
  const driven = harmonic({ mass: 1, stiffness: 1, damping: 0.1, force: 1, frequency: 0.8, position: 0 });
  const books = [newmark(), hht({ alpha: -0.1 })].map((method) => ({ method: method.id, ...ledgerOf(driven, method) }));
  const [exact, lossy] = books;

  // Work comes in, the dashpot takes it out, and a little is left as the energy of the oscillation.
  expect(exact.work).toBeGreaterThan(5);
  expect(exact.dissipation / exact.work).toBeGreaterThan(0.8);
  // At eight steps a period even a moderate hht takes a share that no damper took.
  expect(lossy.algorithmic).toBeGreaterThan(100 * Math.abs(exact.algorithmic));

  // The balance closes for both: the residual is round-off beside the work.
  for (const { work, dissipation, algorithmic, residual, ...energies } of books) {
    expect(Math.abs(residual ?? Number.NaN)).toBeLessThan(1e-12 * work);
    expect(total({ work, dissipation, algorithmic, residual, ...energies })).toBeCloseTo(
      work - dissipation - algorithmic,
      10,
    );
  }

  const parts = ["kinetic", "potential", "work", "dissipation", "algorithmic", "residual"] as const;
  const table = textTable({
    columns: [{ head: "method" }, ...parts.map((head) => ({ head, digits: 4 }))],
    rows: books.map((book) => [book.method, ...parts.map((part) => book[part])]),
  });
  expect(table).toContain("algorithmic");
});

test("nonlinear systems, and methods without a balance of their own", () => {
  // At large angles also newmark(1/4, 1/2) exchanges energy with the scheme: here it oscillates, and the ledger says how much
  // is out at the moment.
  const swing = pendulum({ angle: 2.5 });
  const implicit = ledgerOf(swing, newmark(), 0.05);
  expect(Math.abs(implicit.algorithmic)).toBeGreaterThan(1e-6);
  expect(Math.abs(implicit.residual ?? Number.NaN)).toBeLessThan(1e-9);

  // A method with an open balance cannot tell what it took from what it cannot explain: then all of the rest is called
  // algorithmic, and the residual is null rather than a zero that would look like proof.
  const explicit = ledgerOf(harmonic(), rk4());
  expect(explicit.residual).toBeNull();
  expect(explicit.algorithmic).toBeCloseTo(-total(explicit), 12);
});

/* ## Reading it in practice
 *  - algorithmic of the size of the dissipation: the damping you see is not the structure's. Take a smaller step, or a method that does
 *    not damp (`newmark`, `midpoint`), or one that damps only what the mesh cannot resolve (`generalized-alpha`).
 *  - algorithmic negative: the scheme feeds the motion. It is the first sign of an instability.
 *  - residual not small: the equations were solved too loosely.
 *
 *  How the entries come about: [the ledger](../topics/ledger.md). */
