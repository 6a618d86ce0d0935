import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const place = workplace();
place.write(
  "two.yaml",
  `noether: 1
system:
  matrices: { mass: [1, 1], stiffness: [[2, -1], [-1, 2]] }
method: { name: newmark, beta: 0.3025, gamma: 0.6 }
time: { end: 4, step: 0.1 }
`,
);

test("the damping that γ > ½ brings is seen in the matrices and in the modes", () => {
  const { status, stdout } = place.noether("distort", "two.yaml", "--order", "1", "--json");
  expect(status).toBe(0);
  const { damping, stiffness, modes, series, changes } = JSON.parse(stdout);
  expect(damping[0][0]).toBeCloseTo(0.1 * 0.1 * 2, 12);
  expect(stiffness).toEqual([
    [expect.closeTo(2, 12), expect.closeTo(-1, 12)],
    [expect.closeTo(-1, 12), expect.closeTo(2, 12)],
  ]);
  // ½ (γ − ½) ω h for the mode of ω = 1.
  expect(modes[0].distortedDamping).toBeCloseTo(0.005, 4);
  expect(series.acceleration).toHaveLength(2);
  expect(changes.stiffness).toBe(0);
});

test("words for people, LaTeX for papers, files for programs", () => {
  expect(place.noether("distort", "two.yaml").stdout).toMatch(
    /the scheme solves q̈ =\n {2}\[ -H q - G v \+ f \]\n {2}h \[ \(γ - 1\/2\) G H q/,
  );
  expect(place.noether("distort", "two.yaml", "--format", "latex").stdout).toContain("\\tfrac{1}{2}");
  expect(place.noether("distort", "two.yaml", "--out", "d", "--quiet").status).toBe(0);
  expect(existsSync(place.path("d/C.mtx"))).toBe(true);
});

test("other schemes are shown mode by mode", () => {
  const { stdout } = place.noether("distort", "two.yaml", "--method", "bathe", "--json");
  const { series, modes } = JSON.parse(stdout);
  expect(series).toBeNull();
  expect(modes[1].distortedDamping).toBeGreaterThan(0);
  expect(place.noether("distort", "two.yaml", "--method", "bathe", "--out", "b")).toMatchObject({ status: 2 });
});

test("where damping couples modes, what oscillates and decays is shown, and said", () => {
  place.write(
    "dashpot.yaml",
    `noether: 1
system:
  matrices: { mass: [1, 1], stiffness: [[200, -100], [-100, 100]], damping: [[40, 0], [0, 0]] }
method: newmark
time: { end: 1, step: 0.02 }
`,
  );
  const { modes, notices } = JSON.parse(place.noether("distort", "dashpot.yaml", "--json").stdout);
  expect(notices).toMatchObject([{ code: "coupled-damping" }]);
  // The diagonal of the modal damping has ratios of 2.37 and 0.336, and no mode has them.
  expect(modes).toMatchObject([
    { root: { imaginary: 0 }, damping: 1, distortedDamping: 1 },
    {
      frequency: expect.closeTo(10, 6),
      damping: expect.closeTo(0.134, 3),
      distortedDamping: expect.closeTo(0.1331, 3),
    },
    { root: { imaginary: 0 }, damping: 1, distortedDamping: 1 },
  ]);
  const analysis = JSON.parse(place.noether("analyze", "dashpot.yaml", "--json").stdout);
  expect(analysis.notices).toMatchObject([{ code: "coupled-damping" }]);
  expect(analysis.modes).toMatchObject([{ damping: 1 }, { damping: expect.closeTo(0.134, 3) }, { damping: 1 }]);
});
