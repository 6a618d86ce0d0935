import { expect, test } from "vitest";
import { allPairs, listOf } from "../../../src/models/particles/pair-list.js";

test("everyone with everyone, each pair once, ascending", () => {
  const { rowStart, partner } = allPairs(4);
  expect([...rowStart]).toEqual([0, 3, 5, 6, 6]);
  expect([...partner]).toEqual([1, 2, 3, 2, 3, 3]);
});

test("given pairs are sorted, and their numbers lead back to them", () => {
  const list = listOf(4, [
    [3, 1],
    [0, 2],
    [1, 0],
    [0, 2],
  ]);
  expect([...list.rowStart]).toEqual([0, 3, 4, 4, 4]);
  expect([...list.partner]).toEqual([1, 2, 2, 3]);
  expect([...list.order]).toEqual([3, 1, 0, 2]);
});

test("pairs of particles that do not exist, or of one with itself, are refused", () => {
  expect(() =>
    listOf(3, [
      [0, 1],
      [1, 3],
    ]),
  ).toThrow(/bond 1: particle 3 does not exist; particles are numbered from 0 to 2/);
  expect(() => listOf(3, [[2, 2]])).toThrow(/bond 0: it ties particle 2 to itself/);
  expect(() => listOf(3, [[0.5, 2]])).toThrow(/particle 0.5 does not exist/);
});
