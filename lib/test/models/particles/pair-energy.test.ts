import { describe, expect, test } from "vitest";
import type { Vec } from "../../../src/core/vec.js";
import { gravity } from "../../../src/models/particles/gravity.js";
import { lennardJones } from "../../../src/models/particles/lennard-jones.js";
import { pairEnergy } from "../../../src/models/particles/pair-energy.js";
import { allPairs } from "../../../src/models/particles/pair-list.js";
import type { PairPotential } from "../../../src/models/particles/pair-potential.js";
import { randomNumbers } from "../../systems/derivatives.js";

const random = randomNumbers(21);

describe.each([2, 3])("dimension %d", (dimension) => {
  // More pairs than fit into one batch.
  const count = 40;
  const list = allPairs(count);
  const q = Float64Array.from({ length: count * dimension }, (_, k) => Math.floor(k / dimension) + 0.3 * random());
  const masses = Float64Array.from({ length: count }, () => 2 + random());

  test.each<[string, PairPotential]>([
    ["Lennard-Jones", lennardJones({ epsilon: 1.7, sigma: 0.9 })],
    ["Lennard-Jones with a cutoff", lennardJones({ cutoff: 7.3 })],
    ["gravity", gravity({ G: 0.3 }, masses, list)],
  ])("%s: one sweep gives what distances, slopes and sums give, to the last bit", (_name, law) => {
    const gradient = (which: PairPotential): Vec => {
      const out = new Float64Array(q.length);
      pairEnergy(dimension, () => list, which, null).addGradient(q, out);
      return out;
    };
    const { sweeps: _, ...plain } = law;
    expect(gradient(law)).toEqual(gradient(plain));
  });

  test("energies are added up pair by pair, whatever the batches", () => {
    const law = lennardJones();
    let expected = 0.5;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        let square = 0;
        for (let a = 0; a < dimension; a++) {
          const d = q[i * dimension + a] - q[j * dimension + a];
          square += d * d;
        }
        expected = law.energy(Float64Array.of(square), 1, 0, expected);
      }
    }
    expect(pairEnergy(dimension, () => list, law, null).energy(q, 0.5)).toBe(expected);
  });
});
