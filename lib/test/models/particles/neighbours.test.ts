import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { specialised } from "../../../src/core/specialise.js";
import type { Vec } from "../../../src/core/vec.js";
import { type Box, boxOf } from "../../../src/models/particles/box.js";
import { neighbours } from "../../../src/models/particles/neighbours.js";
import type { PairList } from "../../../src/models/particles/pair-list.js";
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

test("every pair within the cutoff is in the list, once, in rows that ascend", () => {
  fc.assert(
    fc.property(cases, ({ dimension, count, size, periodic, seed }) => {
      const random = randomNumbers(seed);
      const box = periodic ? boxOf([size, 1.3 * size, 2 * size].slice(0, dimension), dimension) : null;
      // Positions reach beyond the box: coordinates are not folded back.
      const q = Float64Array.from({ length: count * dimension }, () => 2 * size * random());
      const list = neighbours({ count, dimension, cutoff: 1, box })(q);
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
});

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

test("plain code and the kernel make the same list, also where it has to grow", () => {
  const random = randomNumbers(3);
  for (const [dimension, size, box] of [
    [1, 20, null],
    [2, 9, boxOf([9, 11], 2)],
    [3, 7, boxOf([7, 8, 7], 3)],
    // Everyone within reach of everyone: more pairs than there is room for at first.
    [3, 0.4, null],
  ] as const) {
    const count = 150;
    const q = Float64Array.from({ length: count * dimension }, () => size * (random() + 0.5));
    const [plain, kernel] = (["never", "always"] as const).map((how) =>
      specialised(how, () => pairsOf(neighbours({ count, dimension, cutoff: 1, box })(q))),
    );
    expect(plain.length).toBeGreaterThan(count);
    expect(kernel).toEqual(plain);
  }
});
