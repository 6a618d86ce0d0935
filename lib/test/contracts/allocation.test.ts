/** Nothing is kept of a step: over 10⁵ steps and more the heap does not grow. */
import { describe, expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import { keptPerStep } from "./heap.js";
import { linear, smoothConservative } from "./problems.js";
import { fixedSchemes, refuses } from "./schemes.js";

describe.each([smoothConservative[2], linear])("$name", ({ problem, step }) => {
  test.each(fixedSchemes)("$name", ({ method }) => {
    if (refuses(method, problem.system)) return;
    const runner = begin(problem, method, { time: { step: step / 4, steps: 1_000_000 } });
    // The smallest object takes some ten bytes.
    expect(keptPerStep(runner, 40_000)).toBeLessThan(2);
    expect(runner.status).toBe("running");
  });

  test("a run that keeps its states is found out", () => {
    const [{ method }] = fixedSchemes;
    const runner = begin(problem, method, { time: { step: step / 4, steps: 1_000_000 } });
    const kept: unknown[] = [];
    const hoarder = {
      advance(steps: number) {
        for (let i = 0; i < steps; i++) {
          runner.advance(1);
          kept.push({ t: runner.state.t + 0.5 });
        }
        return true;
      },
    };
    expect(keptPerStep(hoarder, 20_000)).toBeGreaterThan(10);
    expect(kept).toHaveLength(100_000);
  });
});
