import { describe, expect, test } from "vitest";
import { specialised } from "../../../src/core/specialise.js";
import { bondPlaces } from "../../../src/models/particles/block-places.js";
import { type Box, boxOf } from "../../../src/models/particles/box.js";
import { gravity } from "../../../src/models/particles/gravity.js";
import { lennardJones } from "../../../src/models/particles/lennard-jones.js";
import { pairEnergy, type SharedRows } from "../../../src/models/particles/pair-energy.js";
import { allPairs, listOf } from "../../../src/models/particles/pair-list.js";
import { type PairPotential, pairFunctions, pairPotential } from "../../../src/models/particles/pair-potential.js";
import { springs } from "../../../src/models/particles/springs.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { poolOf } from "../../threads.js";

/** With a function that compiled code calls for one pair after another. */
const morse = () =>
  pairPotential({ cutoff: 6 }, ({ constant, call, multiply, subtract, power }, { distance }) => {
    const bent = subtract(constant(1), call("exp", multiply(constant(-1.3), subtract(distance, constant(1.1)))));
    return multiply(constant(2.1), power(bent, 2));
  });

const pools = [poolOf(1), poolOf(3)];

describe.each([1, 2, 3])("dimension %d", (dimension) => {
  const random = randomNumbers(21);
  // Rows of even and odd length, and an empty one.
  const count = 12;
  const all = allPairs(count);
  const q = Float64Array.from({ length: count * dimension }, (_, k) => Math.floor(k / dimension) + 0.3 * random());
  const masses = Float64Array.from({ length: count }, () => 2 + random());
  const ends = Array.from({ length: 9 }, (_, k) => [k, (5 * k + 3) % count] as const).filter(([i, j]) => i !== j);
  const bonded = listOf(count, ends);
  const bonds = ends.map((between, k) => ({
    between,
    stiffness: 1 + random(),
    length: k % 3 === 0 ? 0 : 0.4 + 0.1 * k,
  }));

  const laws: readonly [string, PairPotential, Box | null, typeof all][] = [
    ["Lennard-Jones", lennardJones({ epsilon: 1.7, sigma: 0.9 }), null, all],
    ["Lennard-Jones with a cutoff", lennardJones({ cutoff: 3.3, shift: true }), null, all],
    ["Lennard-Jones in a box", lennardJones({ cutoff: 3.3 }), boxOf([7.1, 8, 9].slice(0, dimension), dimension), all],
    ["gravity", gravity({ G: 0.3 }, masses), null, all],
    ["springs", springs(bonds, bonded.order), null, bonded],
    ["springs in a box", springs(bonds, bonded.order), boxOf([5, 6, 7].slice(0, dimension), dimension), bonded],
    ["a law with a function", morse(), null, all],
  ];

  test.each(laws)(
    "%s: generated loops give what one pair after another gives, to the last bit",
    (_name, law, box, list) => {
      const places = bondPlaces(list, dimension);
      const [compiled, general] = (["always", "never"] as const).map((how) =>
        specialised(how, () => {
          const { energy, gradient, addTangent } = pairEnergy(dimension, count, () => list, law, box);
          const out = new Float64Array(q.length).fill(7);
          const tangent = new Float64Array(places.pattern.column.length);
          gradient(q, out);
          addTangent(q, places, tangent);
          return { energy: energy(q, 0.5), out, tangent };
        }),
      );
      expect(Number.isFinite(general.energy)).toBe(true);
      expect(compiled).toEqual(general);
    },
  );

  test.each(laws)(
    "%s: blocks of rows give the same digits whoever computes them, and the forces to rounding",
    (_name, law, box, list) => {
      // An empty one among them.
      const blocks = [0, 4, 9, 9];
      const gradientOf = (rows: SharedRows) => {
        const out = new Float64Array(q.length).fill(7);
        const { gradient } = pairEnergy(dimension, count, () => list, law, box, rows);
        // Threads may come late.
        for (let k = 0; k < 200; k++) gradient(q, out);
        return out;
      };
      const general = specialised("never", () => gradientOf({ blocks }));
      for (const threads of [undefined, ...pools]) expect(gradientOf({ blocks, threads })).toEqual(general);
      const plain = gradientOf({});
      // Twelve terms in another order, each rounded to an ulp of what has been summed.
      const size = plain.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      plain.forEach((x, i) => {
        expect(Math.abs(general[i] - x)).toBeLessThan(24 * Number.EPSILON * size);
      });
    },
  );

  test("energies are added up pair by pair", () => {
    const law = lennardJones();
    const { energy } = pairFunctions(law);
    let expected = 0.5;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        let square = 0;
        for (let a = 0; a < dimension; a++) {
          const d = q[i * dimension + a] - q[j * dimension + a];
          square += d * d;
        }
        expected += energy(square, i, j, 0);
      }
    }
    expect(pairEnergy(dimension, count, () => all, law, null).energy(q, 0.5)).toBe(expected);
  });
});

test("a list that grows is loaded again, and its tables stay", () => {
  const lists = [listOf(4, [[0, 1]]), allPairs(4)];
  const q = Float64Array.of(0, 0, 1, 0.1, 0.2, 1.3, 1.1, 1.2);
  let which = 0;
  const law = gravity({}, [1, 2, 3, 4]);
  const grown = pairEnergy(2, 4, () => lists[which], law, null);
  for (which of [0, 1, 0]) {
    const found = new Float64Array(8);
    const expected = new Float64Array(8);
    grown.gradient(q, found);
    pairEnergy(2, 4, () => lists[which], law, null).gradient(q, expected);
    expect(found).toEqual(expected);
  }
});
