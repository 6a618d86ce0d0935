/** A sample of kills.long.test.ts: a table as text, one in HDF5 under a method with its own clock, and a body in motion. */
import { expect, test } from "vitest";
import { uniform } from "../../../lib/src/core/random.js";
import { workplace } from "../program.js";
import { BLOCK, POINT, survive, type Trial } from "./kills.js";

const at = workplace();
const random = uniform(17);

const trials: Readonly<Record<string, Omit<Trial, "random" | "kills">>> = {
  table: {
    model: POINT,
    method: "midpoint",
    time: "{ steps: 60000, step: 0.01 }",
    every: 10,
    checkpoint: 5000,
    out: "a.csv",
  },
  own: {
    ...{ model: POINT, method: "{ name: dop853, tolerance: 1e-6 }", time: "{ end: 6000, step: 0.1 }" },
    ...{ every: 1, checkpoint: 300, out: "b.h5" },
  },
  body: { model: BLOCK, method: "newmark", time: "{ steps: 400, step: 0.05 }", every: 5, checkpoint: 50, out: "c.pvd" },
};

test.each(Object.entries(trials))("%s", async (name, trial) => {
  const { kills, resumes } = await survive(at, name, { ...trial, kills: 2, random });
  expect(kills + resumes).toBeGreaterThan(0);
});
