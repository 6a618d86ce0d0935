/** Nothing is allocated in a step: over 10⁵ steps the heap does not grow, and hardly anything is left for the collector. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import { linear, smoothConservative } from "./problems.js";
import { fixedSchemes, refuses } from "./schemes.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

describe.each([smoothConservative[2], linear])("$name", ({ problem, step }) => {
  test.each(fixedSchemes)("$name", ({ method }) => {
    if (refuses(method, problem.system)) return;
    const runner = begin(problem, method, { time: { step: step / 4, steps: 300_000 } });
    runner.advance(100_000); // let the compiler settle
    collect();
    const before = process.memoryUsage().heapUsed;
    runner.advance(100_000);
    collect();
    const after = process.memoryUsage().heapUsed;
    expect(runner.status).toBe("running");
    // Less than a byte a step is kept: code and feedback of the compiler, never states.
    expect(after - before).toBeLessThan(100_000);
  });
});
