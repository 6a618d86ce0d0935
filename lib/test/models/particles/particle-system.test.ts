import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { isFull } from "../../../src/linalg/sparsity.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { startingFrom } from "../../../src/models/model.js";
import { type Particles, particles } from "../../../src/models/particles/particle-system.js";
import { gradientDefect, randomNumbers, tangentDefect } from "../../systems/derivatives.js";

/** Points of a grid, each shaken a little: nobody sits on anybody. */
function scattered(count: number, dimension: number, spacing: number, seed = 4): Float64Array {
  const random = randomNumbers(seed);
  const side = Math.ceil(count ** (1 / dimension));
  return Float64Array.from({ length: count * dimension }, (_, k) => {
    const cell = Math.floor(Math.floor(k / dimension) / side ** (k % dimension)) % side;
    return spacing * (cell + 0.2 * random());
  });
}

const ones = (count: number) => new Float64Array(count).fill(1);

describe("derivatives", () => {
  const bonds = [
    { between: [0, 1], stiffness: 3, length: 0.8 },
    { between: [2, 0], stiffness: 2, length: 1.3 },
    { between: [3, 4], stiffness: 5 },
  ] as const;
  const systems: [string, Particles][] = ([1, 2, 3] as const).flatMap((dimension): [string, Particles][] => [
    [`Lennard-Jones, dimension ${dimension}`, { dimension, masses: ones(6), pair: { lennardJones: { sigma: 0.9 } } }],
    [`gravity, dimension ${dimension}`, { dimension, masses: [1, 2, 3, 4, 5, 6], pair: { gravity: { G: 0.7 } } }],
    [`bonds, dimension ${dimension}`, { dimension, masses: ones(6), bonds }],
    [
      `all together in a box, dimension ${dimension}`,
      {
        dimension,
        masses: ones(6),
        bonds,
        pair: { lennardJones: { cutoff: 5.5, sigma: 0.9 } },
        box: [11.1, 12, 13].slice(0, dimension),
      },
    ],
  ]);

  test.each(systems)("%s", (_name, options) => {
    const system = particles(options);
    // The line is long enough that all its particles are in one another's reach, but not at the cutoff.
    const q = scattered(6, options.dimension, 1.05);
    if (options.box) for (let k = 0; k < q.length; k += 2) q[k] += 3 * options.box[k % options.dimension];
    // Eighth-order differences with steps a thousandth of the spacing; steep potentials amplify the rounding.
    expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
    expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  });
});

test("only bonds: the tangent has the pattern of the bonds", () => {
  const count = 2000;
  const bonds = Array.from({ length: count - 1 }, (_, i) => ({
    between: [i, i + 1] as [number, number],
    stiffness: 1,
    length: 1,
  }));
  const { tangent } = particles({ dimension: 2, masses: ones(count), bonds });
  // A row of blocks has three of them, but for the two ends.
  expect(tangent?.pattern.column.length).toBe(4 * (3 * count - 2));
  const pattern = particles({ dimension: 2, masses: ones(3), pair: { gravity: {} } }).tangent?.pattern;
  expect(pattern && isFull(pattern)).toBe(true);
});

test("a full tangent that would be too large is left out", () => {
  expect(particles({ dimension: 3, masses: ones(501), pair: { gravity: {} } }).tangent).toBeNull();
});

describe("many particles", () => {
  const count = 125;
  const sides = [6, 6, 6];
  const q = scattered(count, 3, 1.2);
  const pair = { lennardJones: { cutoff: 2.5 } };

  test("neighbours give the forces that all pairs give", () => {
    for (const box of [null, sides]) {
      const system = particles({ dimension: 3, masses: ones(count), pair, box });
      const gradient = new Float64Array(3 * count);
      system.gradient(q, gradient);
      const expected = new Float64Array(3 * count);
      let energy = 0;
      for (let i = 0; i < count; i++) {
        for (let j = i + 1; j < count; j++) {
          const d = [0, 1, 2].map((a) => {
            const plain = q[3 * i + a] - q[3 * j + a];
            return box === null ? plain : plain - box[a] * Math.round(plain / box[a]);
          });
          const square = d.reduce((sum, x) => sum + x * x, 0);
          if (square >= 6.25) continue;
          const sixth = square ** -3;
          energy += 4 * sixth * (sixth - 1);
          d.forEach((x, a) => {
            const slope = (24 * sixth * (1 - 2 * sixth) * x) / square;
            expected[3 * i + a] += slope;
            expected[3 * j + a] -= slope;
          });
        }
      }
      // Sums of some thousand terms.
      expect(system.potential(q)).toBeCloseTo(energy, 10);
      gradient.forEach((value, k) => {
        expect(value).toBeCloseTo(expected[k], 10);
      });
    }
  });

  test("what the list was before changes no bit", () => {
    const fresh = () => particles({ dimension: 3, masses: ones(count), pair, box: sides });
    const used = fresh();
    const out = new Float64Array(3 * count);
    const expected = new Float64Array(3 * count);
    const moved = q.slice();
    const random = randomNumbers(2);
    for (let turn = 0; turn < 20; turn++) {
      for (let k = 0; k < moved.length; k++) moved[k] += 0.01 * random();
      used.gradient(moved, out);
      const system = fresh();
      system.gradient(moved, expected);
      expect(out).toEqual(expected);
      expect(used.potential(moved)).toBe(system.potential(moved));
    }
  });
});

test("in a box, a particle sees the nearest image of another", () => {
  const system = particles({ dimension: 2, masses: [1, 1], pair: { lennardJones: { cutoff: 3 } }, box: [10, 8] });
  const near = system.potential(Float64Array.of(0, 0, 1.2, 0));
  expect(system.potential(Float64Array.of(0.5, 0, 9.3, 0))).toBeCloseTo(near, 13);
  expect(system.potential(Float64Array.of(0, 0, 31.2, -16))).toBeCloseTo(near, 13);
});

test("what is conserved depends on the space", () => {
  const names = (options: Omit<Particles, "masses">) =>
    particles({ masses: [1, 1], ...options }).invariants.map(({ name }) => name);
  const pair = { lennardJones: { cutoff: 1 } };
  expect(names({ dimension: 2, pair })).toEqual([
    "energy",
    "linear-momentum-x",
    "linear-momentum-y",
    "angular-momentum-z",
  ]);
  expect(names({ dimension: 3, pair, box: [2, 2, 2] })).toEqual([
    "energy",
    "linear-momentum-x",
    "linear-momentum-y",
    "linear-momentum-z",
  ]);
  expect(names({ dimension: 3, pair }).slice(-3)).toEqual([
    "angular-momentum-x",
    "angular-momentum-y",
    "angular-momentum-z",
  ]);
});

test("two masses on a spring vibrate with √(k/μ)", () => {
  const system = particles({ dimension: 2, masses: [2, 3], bonds: [{ between: [0, 1], stiffness: 7, length: 1 }] });
  const frequency = Math.sqrt((7 * 5) / 6);
  const steps = 1000;
  const period = (2 * Math.PI) / frequency;
  const { last } = run(startingFrom(system, [0, 0, 0.9, 0], [0, 0, 0, 0]), yoshida({ order: 6 }), {
    time: { step: period / 2 / steps, steps },
  });
  // Half a period later the spring is as long as it was short; errors of order six are below round-off.
  expect(last.q[2] - last.q[0]).toBeCloseTo(1.1, 12);
});

describe("refusals", () => {
  test.each<[string, Particles, RegExp]>([
    ["no particles", { dimension: 2, masses: [] }, /there are no particles/],
    ["a dimension of four", { dimension: 4, masses: [1], pair: { gravity: {} } }, /dimension/],
    ["a massless particle", { dimension: 2, masses: [1, 0] }, /its mass is 0/],
    [
      "a box without a cutoff",
      { dimension: 2, masses: [1, 1], pair: { gravity: {} }, box: [1, 1] },
      /the pair law has no cutoff/,
    ],
    [
      "a cutoff beyond half the box",
      { dimension: 2, masses: [1, 1], pair: { lennardJones: { cutoff: 2 } }, box: [5, 3] },
      /the cutoff is 2, .* at most half the shortest side, 1.5/,
    ],
    ["a box of too few sides", { dimension: 2, masses: [1], box: [1] }, /the box is \[1\]; accepted: 2 sides/],
    ["too few names", { dimension: 2, masses: [1], labels: ["x"] }, /1 names for 2 coordinates/],
  ])("%s", (_what, options, message) => {
    expect(() => particles(options)).toThrow(message);
  });
});
