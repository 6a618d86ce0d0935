/** The start: velocities are those that were given unless somebody asks for others; what V_h − V is there is always said. */
import { expect, test } from "vitest";
import { begin } from "../../../src/core/run.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { beginningOf } from "../../../src/methods/force-stepping/start.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { potentialSystem } from "../../../src/systems/potential.js";

const oscillator = startingFrom(
  potentialSystem({
    labels: ["x"],
    mass: diagonalMass(Float64Array.of(1)),
    potential: ([x]) => x ** 2 / 2,
    gradient: (q, out) => out.set(q),
    tangent: null,
  }),
  [0.25],
  [0.26],
);
const CHOICE = { grid: 0.5, origin: 0 } as const;
const started = (choice: Parameters<typeof forceStepping>[0], problem = oscillator) =>
  begin(problem, forceStepping(choice), { time: { end: 1, interval: 1 } });

test("a velocity that is given is the velocity of the start", () => {
  const runner = started(CHOICE);
  expect(runner.state.v[0]).toBe(0.26);
  // V_h = x/4 in the first cell: 1/16 where V = 1/32.
  expect(runner.notices).toEqual([
    { code: "energy-shift", message: expect.stringMatching(/differs by V_h − V = 0\.03125 at the start and stays so/) },
  ]);
  while (runner.advance(1000));
  // By parabolas: x = 0.25 + 0.26 t − t²/8.
  expect(runner.state.q[0]).toBeCloseTo(0.385, 14);
});

test("scaled on request, and both velocities are told", () => {
  const runner = started({ ...CHOICE, matchEnergy: true });
  const factor = Math.sqrt(1 - (2 * 0.03125) / 0.26 ** 2);
  expect(runner.state.v[0]).toBeCloseTo(0.26 * factor, 15);
  expect(runner.notices[0].message).toMatch(/scaled by 0\.27467\d+ to make up for it: x from 0\.260000 to 0\.0714\d+$/);
});

test("of many velocities the greatest is told", () => {
  const problem = springChain({ masses: 6, cubic: 0.3 });
  const moving = { ...problem, v0: problem.v0.map((_, j) => 1 + j) };
  const [notice] = started({ grid: 0.1, matchEnergy: true }, moving).notices;
  expect(notice.message).toMatch(/from 6\.00000 to .*, and 5 slower ones with it/);
});

test("on request but from rest: why not", () => {
  const [notice] = started({ grid: 0.1, matchEnergy: true }, springChain()).notices;
  expect(notice.message).toMatch(/stays so: the motion starts from rest/);
});

test("where both potentials agree at the start, there is nothing to say, also on request", () => {
  const problem = { ...oscillator, q0: Float64Array.of(0.5) };
  for (const matchEnergy of [false, true]) {
    const { notices, v0 } = beginningOf(problem, 0.125, matchEnergy);
    expect(notices).toEqual([]);
    expect(v0).toBe(problem.v0);
  }
  expect(beginningOf(problem, 1.125, false).notices).toHaveLength(1);
});
