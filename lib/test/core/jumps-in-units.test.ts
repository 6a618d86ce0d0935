/** Where loads jump is found whatever the unit of time is, and what is not found is said. */
import { expect, test } from "vitest";
import { begin, run } from "../../src/core/run.js";
import { buildProblem } from "../../src/model-file/build.js";
import { modelFrom } from "../../src/model-file/load.js";

/** m q̈ + k q = F(t) in units of time 1/s: the same motion for every s. */
const planFor = (s: number, method: Record<string, string>) =>
  buildProblem(
    modelFrom({
      noether: 1,
      system: {
        parameters: { s },
        matrices: { mass: [1], stiffness: ["2*s^2"] },
        force: ["s^2*(if(t < 2/s, sin(s*t), 0) + if(t < 3/s, 1, 0) - if(t < 1/s, 1, 0))"],
      },
      method: { name: "newmark", ...method },
      time: { step: 0.1 / s, steps: 50 },
    }),
  );

test.each([{}, { beta: "1/6", compensate: "fourth-order" }])("newmark %s in seconds and in picoseconds", (method) => {
  const ends = [1, 1e6, 1e9, 1e12].map((s) => {
    const { problem, method: newmark, time } = planFor(s, method);
    expect(begin(problem, newmark, { time }).notices.map(({ code }) => code)).toEqual([]);
    return run(problem, newmark, { time }).last.q[0];
  });
  // Parameters and steps are rounded: 1e-12 of a motion of size 1 is left to that.
  for (const end of ends) expect(Math.abs(end - ends[0])).toBeLessThan(1e-11);
});

const noticesUnder = (force: string, step: number, end: number, stiffness: number) => {
  const { problem, method, time } = buildProblem(
    modelFrom({
      noether: 1,
      system: { matrices: { mass: [1], stiffness: [stiffness] }, force: [force] },
      method: "newmark",
      time: { step, end },
    }),
  );
  return begin(problem, method, { time }).notices.map(({ code }) => code);
};

test("a condition that changes once a year, in seconds: its times are listed, and steps beside them are spoken of", () => {
  const year = 31_557_600;
  const force = `if(sin(2*pi*t/${year}) > 0.5, 1, 0)`;
  expect(noticesUnder(force, year / 300, year, 1e-12)).toEqual([]); // 25 and 125 steps
  expect(noticesUnder(force, year / 100, year, 1e-12)).toEqual(["load-jumps"]);
});

test("a condition whose slope vanishes wherever one looks is not taken for constant", () => {
  expect(noticesUnder("if(exp(-(t - 50)^2) > 0.5, 1, 0)", 0.4, 100, 1)).toEqual(["load-kinks-unlisted"]);
});
