import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { specialised } from "../../../src/core/specialise.js";
import type { Vec } from "../../../src/core/vec.js";
import { type Box, boxOf } from "../../../src/models/particles/box.js";
import { lennardJones } from "../../../src/models/particles/lennard-jones.js";
import { type NeighbourOptions, neighbours } from "../../../src/models/particles/neighbours.js";
import type { PairList } from "../../../src/models/particles/pair-list.js";
import { searchCode } from "../../../src/models/particles/pair-search.js";
import { pairRoutines } from "../../../src/symbolic/pair-routines.js";
import { randomNumbers } from "../../systems/derivatives.js";

function distance(q: Vec, i: number, j: number, dimension: number, box: Box | null): number {
  let sum = 0;
  for (let a = 0; a < dimension; a++) {
    let d = q[i * dimension + a] - q[j * dimension + a];
    if (box !== null) d -= box.sides[a] * Math.round(d / box.sides[a]);
    sum += d * d;
  }
  return Math.sqrt(sum);
}

/** The list by the kernel, in the memory of loops over pairs; says whether that was used. */
function byKernel(options: NeighbourOptions) {
  const { count, dimension, cutoff, box } = options;
  const { law } = lennardJones();
  const code = { law, cutoff, dimension, sides: box?.sides ?? null, ofPoints: 0 };
  const loops = pairRoutines(code, { points: count, ofPoints: [], ofPairs: [], lists: searchCode(count) });
  const listAt = specialised("always", () => neighbours(options));
  return (q: Vec) => {
    let calls = 0;
    const list = listAt(q, (pairs) => {
      calls++;
      return loops?.listMemory(pairs) ?? null;
    });
    return { list, calls };
  };
}

const pairsOf = ({ rowStart, partner }: PairList) =>
  Array.from(rowStart.subarray(0, -1), (start, i) =>
    Array.from(partner.subarray(start, rowStart[i + 1]), (j) => `${i}-${j}`),
  ).flat();

const cases = fc.record({
  dimension: fc.integer({ min: 1, max: 3 }),
  count: fc.integer({ min: 2, max: 60 }),
  // From everyone within reach of everyone to nearly nobody.
  size: fc.double({ min: 2, max: 40, noNaN: true }),
  periodic: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

test.each(["in plain code", "by the kernel"])(
  "every pair within the cutoff is in the list, once, in rows that ascend, %s",
  (how) => {
    let calls = 0;
    fc.assert(
      fc.property(cases, ({ dimension, count, size, periodic, seed }) => {
        const random = randomNumbers(seed);
        const box = periodic ? boxOf([size, 1.3 * size, 2 * size].slice(0, dimension), dimension) : null;
        // Positions reach beyond the box: coordinates are not folded back.
        const q = Float64Array.from({ length: count * dimension }, () => 2 * size * random());
        const options = { count, dimension, cutoff: 1, box };
        const kernel = how === "by the kernel" ? byKernel(options)(q) : null;
        calls += kernel?.calls ?? 0;
        const list = kernel?.list ?? neighbours(options)(q);
        const listed = pairsOf(list);
        const known = new Set(listed);
        expect(known.size).toBe(listed.length);
        const wrong: string[] = [];
        for (let i = 0; i < count; i++) {
          for (let k = list.rowStart[i] + 1; k < list.rowStart[i + 1]; k++) {
            if (list.partner[k] <= list.partner[k - 1]) wrong.push(`row ${i} does not ascend`);
          }
          for (let j = i + 1; j < count; j++) {
            if (distance(q, i, j, dimension, box) < 1 && !known.has(`${i}-${j}`)) wrong.push(`${i}-${j} is missing`);
          }
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 200, seed: 5 },
    );
    if (how === "by the kernel") expect(calls).toBeGreaterThan(150);
  },
);

describe("as particles move", () => {
  const count = 80;
  const box = boxOf([6, 6], 2);
  const random = randomNumbers(9);
  const q = Float64Array.from({ length: 2 * count }, () => 6 * random());
  const listAt = neighbours({ count, dimension: 2, cutoff: 1, box });

  test("no pair is ever missing", () => {
    const velocity = q.map(() => 0.02 * random());
    for (let step = 0; step < 50; step++) {
      for (let i = 0; i < q.length; i++) q[i] += velocity[i];
      const listed = new Set(pairsOf(listAt(q)));
      for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++) {
          if (distance(q, i, j, 2, box) < 1 && !listed.has(`${i}-${j}`)) expect.fail(`${i}-${j} is missing`);
        }
      }
    }
  });

  test("the list is kept while they stay, and made anew when they go", () => {
    const before = pairsOf(listAt(q));
    q[0] += 0.01;
    expect(pairsOf(listAt(q))).toEqual(before);
    q[0] += 3;
    expect(pairsOf(listAt(q))).not.toEqual(before);
  });
});

test("positions that are not numbers do not hang the search", () => {
  const listAt = neighbours({ count: 3, dimension: 2, cutoff: 1, box: null });
  expect(pairsOf(listAt(Float64Array.of(0, 0, Number.NaN, 0, 0.5, 0)))).toContain("0-2");
});

test("the kernel finds the pairs of plain code and at most some on the edge of the reach, also where the list has to grow", () => {
  const random = randomNumbers(3);
  for (const [dimension, size, box] of [
    [1, 20, null],
    [2, 9, boxOf([9, 11], 2)],
    [3, 7, boxOf([7, 8, 7], 3)],
    // The smallest boxes that leave room for a surplus: images of all are seen from everywhere.
    [3, 2.01, boxOf([2.01, 2.1, 2.4], 3)],
    // Everyone within reach of everyone: more pairs than there is room for at first.
    [3, 0.4, null],
  ] as const) {
    const count = 150;
    const q = Float64Array.from({ length: count * dimension }, () => size * (random() + 0.5));
    const options = { count, dimension, cutoff: 1, box };
    const plain = pairsOf(specialised("never", () => neighbours(options)(q)));
    const { list, calls } = byKernel(options)(q);
    const known = new Set(plain);
    const more = pairsOf(list).filter((pair) => !known.has(pair));
    expect(plain.length).toBeGreaterThan(count);
    expect(calls).toBeGreaterThan(0);
    expect(pairsOf(list).filter((pair) => known.has(pair))).toEqual(plain);
    const reach = 1 + Math.min(0.16, box === null ? Infinity : 0.99 * (Math.min(...box.sides) / 2 - 1));
    for (const pair of more) {
      const [i, j] = pair.split("-").map(Number);
      expect(Math.abs(distance(q, i, j, dimension, box) - reach)).toBeLessThan(1e-4);
    }
  }
});

test("positions that single precision does not tell apart are left to plain code", () => {
  const options = { count: 64, dimension: 1, cutoff: 1, box: null };
  const q = Float64Array.from({ length: 64 }, (_, i) => (i === 63 ? 1e7 : i / 2));
  const { list, calls } = byKernel(options)(q);
  expect(calls).toBe(0);
  expect(pairsOf(list)).toEqual(pairsOf(specialised("never", () => neighbours(options)(q))));
});
