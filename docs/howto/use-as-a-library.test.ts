/** # How to use Noether as a library
 *
 *  `npm install noether`, then one import for systems, methods and runs, and one each for what stands beside them:
 *  `noether/analysis`, `noether/report`, `noether/formats`, `noether/model-file`, `noether/linalg`. There is nothing of Node in it:
 *  the same code runs in a browser. */
import {
  begin,
  centralDifference,
  InputError,
  kepler,
  midpoint,
  newmark,
  probe,
  run,
  sinhOscillator,
  trajectory,
} from "noether";
import { runFigure, svgOf, trajectoryColumns } from "noether/report";
import { expect, test } from "vitest";

test("run, observe, draw", async () => {
  const problem = kepler({ eccentricity: 0.3 });
  const result = run(problem, newmark({ beta: 1 / 4, gamma: 1 / 2 }), {
    time: { step: 0.02, steps: 1000 },
    // Observers see every state, copy what they keep and return plain data under their names.
    observe: { motion: trajectory(), distance: probe(({ q }) => Math.hypot(q[0], q[1])) },
    ledger: true,
  });
  expect(result.status).toBe("completed");
  expect(Math.min(...result.observed.distance.values)).toBeCloseTo(1 - 0.3, 2);

  const svg = await svgOf(runFigure(trajectoryColumns(problem, result.observed.motion), "Kepler problem"));
  expect(svg.startsWith("<svg")).toBe(true);
});

test("what goes wrong", () => {
  // Wrong input throws, before anything is computed …
  expect(() => newmark({ beta: -1 })).toThrow(InputError);
  // … a failed computation is a value: the data up to the last good state, and why it ended. Here an explicit step, too long
  // for a spring that stiffens exponentially, throws the mass out of the range of numbers.
  const { status, failure, steps, last } = run(sinhOscillator({ position: 5 }), centralDifference(), {
    time: { step: 1, steps: 1000 },
  });
  expect(status).toBe("failed");
  expect(failure?.kind).toBe("not-finite");
  expect(steps).toBeLessThan(1000);
  expect(last.q.every(Number.isFinite)).toBe(true);
});

test("piece by piece", () => {
  // A runner takes as many steps as it is asked for: a page draws a frame in between, a program listens for Ctrl-C.
  const time = { step: 0.01, steps: 500 };
  const runner = begin(kepler(), midpoint(), { time });
  let frames = 0;
  while (runner.advance(50)) frames++;
  expect(frames).toBe(9);

  // A snapshot is all it takes to go on, bit for bit as if there had been no pause.
  const half = begin(kepler(), midpoint(), { time });
  half.advance(250);
  const resumed = run(kepler(), midpoint(), { time, from: half.snapshot() });
  expect(resumed.last).toEqual(runner.result().last);
});
