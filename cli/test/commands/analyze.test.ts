import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const place = workplace();

place.write(
  "two.yaml",
  `noether: 1
name: Two masses
system:
  matrices: { mass: [1, 1], stiffness: [[2, -1], [-1, 2]], damping: { modal: 0.03 } }
`,
);

test("a model of matrices alone is enough", () => {
  const { status, stdout } = place.noether(
    "analyze",
    "two.yaml",
    "--step",
    "0.1",
    "--methods",
    "newmark, hht",
    "--json",
  );
  expect(status).toBe(0);
  const { modes, stabilityLimit, advice } = JSON.parse(stdout);
  expect(modes.map((mode: { frequency: number }) => mode.frequency)).toEqual([
    expect.closeTo(1, 12),
    expect.closeTo(Math.sqrt(3), 12),
  ]);
  expect(modes[0].damping).toBeCloseTo(0.03, 12);
  expect(modes[0].schemes).toHaveLength(2);
  expect(modes[0].schemes[0]).toMatchObject({ method: "newmark", step: 0.1, stable: true });
  expect(stabilityLimit).toEqual([
    { method: "newmark", step: null, stable: true },
    { method: "hht", step: null, stable: true },
  ]);
  expect(advice).toEqual([]);
});

test("a tolerance is answered with steps, ranked by their cost, and a figure is drawn", () => {
  const words = ["--tolerance", "1%", "--methods", "newmark,central-difference", "--plot", "schemes.svg"];
  const { status, stdout } = place.noether("analyze", "two.yaml", ...words);
  expect(status).toBe(0);
  expect(stdout).toMatch(/within 1 %, the cheapest first:[\s\S]*central-difference[\s\S]*newmark/);
  expect(stdout).toMatch(/a twentieth of the shortest period/);
  expect(existsSync(place.path("schemes.svg"))).toBe(true);
});

test.each([
  [["--tolerance", "huge"], /--tolerance: found "huge"; accepted: a share/],
  [["--modes", "0"], /modes: found 0 modes/],
  [["--methods", "dop853"], /dop853 chooses its own steps/],
  [["--methods", "newmrk"], /Did you mean/],
])("%j is refused", (words, message) => {
  const { status, stderr } = place.noether("analyze", "two.yaml", ...words);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});

test("participation factors and effective masses, by direction", () => {
  place.write(
    "storeys.yaml",
    `noether: 1
system: { matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 1]] } }
`,
  );
  const { participation } = JSON.parse(place.noether("analyze", "storeys.yaml", "--json").stdout);
  expect(participation).toMatchObject([{ direction: "all", total: 3 }]);
  // K = [[3, −1], [−1, 1]], M = diag(2, 1): ω² = ½ and 2, shapes (1, 2)/√6 and (1, −1)/√3, so Γ² = 16/6 and 1/3.
  expect(participation[0].effectiveMasses[0]).toBeCloseTo(16 / 6, 12);
  expect(participation[0].effectiveMasses[1]).toBeCloseTo(1 / 3, 12);
  expect(place.noether("analyze", "storeys.yaml").stdout).toMatch(/participation\s+effective mass\s+%/);
});
