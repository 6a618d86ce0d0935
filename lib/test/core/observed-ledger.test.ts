/** Observers are given the ledger of the state that they are shown, also where states are shown later than they were reached. */
import { expect, test } from "vitest";
import { begin, type LedgerBalance, type Observer, run } from "../../src/core/index.js";
import { dop853, newmark } from "../../src/methods/index.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";

const { problem: driven } = buildProblem(
  loadModel(`
noether: 1
system:
  coordinates: [x, y]
  mass: [2, 1]
  potential: 5/2*x^2 + 3/2*y^2 - 2*x*y
  damping: [0.2, 0.1]
  force: [abs(t - 0.7), 1]
start: { q: [1, 0], v: [0, -1] }
method: newmark
time: { step: 0.05, end: 2 }
`),
);

/** `on` steps has to wait for the guard against growth; a memory makes it look at once. */
function balances(memory?: Float64Array): Observer<LedgerBalance[]> {
  const seen: LedgerBalance[] = [];
  return {
    ...(memory === undefined ? {} : { memory }),
    observe(_, ledger) {
      const balance = ledger();
      if (balance !== null) seen.push(balance);
    },
    finish: () => seen,
  };
}

test.each([
  ["shown late", undefined],
  ["shown at once", new Float64Array(1)],
])("of a fixed step, %s", (_, memory) => {
  const h = 0.05;
  const { observed } = run(driven, newmark(), {
    time: { step: h, steps: 40 },
    ledger: true,
    observe: { balances: balances(memory) },
  });
  expect(observed.balances).toHaveLength(41);
  expect(observed.balances[0]).toMatchObject({ kinetic: 0, potential: 0, work: 0, dissipation: 0 });
  for (const n of [1, 7, 40]) {
    const { ledger } = run(driven, newmark(), { time: { step: h, steps: n }, ledger: true });
    expect(observed.balances[n]).toEqual(ledger);
  }
});

test("of a method with its own clock, in its steps", () => {
  const runner = begin(driven, dop853(), {
    time: { end: 2 },
    ledger: true,
    observe: { balances: balances() },
  });
  while (runner.advance(1)) expect(runner.result().observed.balances.at(-1)).toEqual(runner.result().ledger);
});

test("null in a run without one", () => {
  const { observed } = run(driven, newmark(), { time: { step: 0.1, steps: 3 }, observe: { balances: balances() } });
  expect(observed.balances).toEqual([]);
});
