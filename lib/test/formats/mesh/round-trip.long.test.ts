/** 10,000 meshes at random over all formats. */
import { expect, test } from "vitest";
import { HELD, roundTrips } from "./round-trips.js";

const RUNS = Math.ceil(10_000 / Object.keys(HELD).length);

test.each(Object.keys(HELD))(`%s: ${RUNS} meshes`, (ending) => {
  expect(roundTrips(ending, RUNS, 2026)).toBe(RUNS);
});
