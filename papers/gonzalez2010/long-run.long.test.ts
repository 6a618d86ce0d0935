/** Ten million steps: energy located anew stays where it was; and the long items of the paper. */
import { argonCluster, begin, forceStepping, inJacobiCoordinates, type State } from "noether";
import { expect, test } from "vitest";
import { gonzalez2010 } from "./reproduce.js";

test("argon, 10⁷ steps: energy to 1e-12 of itself", { timeout: 600_000 }, () => {
  const problem = inJacobiCoordinates(argonCluster(), 2);
  const energies: number[] = [];
  const runner = begin(problem, forceStepping({ grid: 0.02, matchEnergy: false }), {
    time: { end: 1e9, interval: 1e9 },
    observe: ([energy]) => ({
      energies: {
        on: "steps" as const,
        every: 50_000,
        observe: ({ t, q, v }: Readonly<State>) => energies.push(energy.value(t, q, v)),
        finish: () => null,
      },
    }),
  });
  runner.advance(10_000_000);
  expect(energies).toHaveLength(201);
  expect((Math.max(...energies) - Math.min(...energies)) / Math.abs(energies[0])).toBeLessThan(1e-12);
});

test.each(gonzalez2010.items.filter(({ long }) => long === true))("$id", { timeout: 600_000 }, (item) => {
  for (const { verdict, where, says } of item.reproduce().claims) {
    const differs = (item.id === "least-steps" && where === "Figure 17") || item.id === "impact-all-faces";
    const misprinted = where === "(74)";
    expect(verdict, says).toBe(misprinted ? "misprint" : differs ? "differs" : "reproduced");
  }
});
