/** Figures 1 to 4 and 14, which illustrate: drawn from the potentials and grids that the method uses. */
import {
  argonCluster,
  forceStepping,
  kepler,
  orThrow,
  type Problem,
  potentialSystem,
  run,
  startingFrom,
} from "noether";
import { scalarMass } from "noether/linalg";
import type { Panel, Series } from "noether/report";
import { twoPlaces as digits, stated } from "../claim.js";
import type { Item } from "../reproduction.js";

type Triangulation = "kuhn" | "orthant" | "j1";
const TRIANGULATIONS: readonly Triangulation[] = ["kuhn", "orthant", "j1"];

/** V_h as the method has it: its energy at rest. */
function approximate(problem: Problem, choice: Parameters<typeof forceStepping>[0]): (q: readonly number[]) => number {
  const method = forceStepping(choice);
  if (method.clock !== "own") throw new Error("force-stepping chooses its own steps");
  const { energy } = method.prepare(problem, null);
  const rest = new Float64Array(problem.system.dof);
  return (q) => energy?.value(0, Float64Array.from(q), rest) ?? Number.NaN;
}

const square = (title: string, series: readonly Series[]): Panel => ({
  title,
  shape: "square",
  equal: true,
  x: { label: "x", scale: "linear" },
  y: { label: "y", scale: "linear" },
  series,
});

/** Segments as one series, with gaps between them. */
const segments = (name: string, parts: readonly (readonly number[])[], colour: number): Series => ({
  name,
  x: parts.flatMap(([x0, , x1]) => [x0, x1, Number.NaN]),
  y: parts.flatMap(([, y0, , y1]) => [y0, y1, Number.NaN]),
  style: "line",
  colour,
});

/** The edges of a triangulation of boxes of size 1, from −2 to 2. */
function edges(triangulation: Triangulation): (readonly number[])[] {
  const parts: (readonly number[])[] = [];
  for (let k = -2; k <= 2; k++) parts.push([k, -2, k, 2], [-2, k, 2, k]);
  const turned = (low: number) => (triangulation === "j1" ? low % 2 !== 0 : triangulation === "orthant" && low < 0);
  for (let i = -2; i < 2; i++) {
    for (let j = -2; j < 2; j++) {
      // The diagonal leads from where both heights are 0 to where both are 1.
      parts.push(turned(i) === turned(j) ? [i, j, i + 1, j + 1] : [i, j + 1, i + 1, j]);
    }
  }
  return parts;
}

const potentials: Item = {
  id: "figure-1",
  title: "Kepler problem: exact, piecewise constant and piecewise linear potential",
  reproduce() {
    const problem = kepler({ eccentricity: 0.3 });
    const h = 0.25;
    const linear = approximate(problem, { grid: h, origin: [h / 2, 0] });
    const x = Array.from({ length: 1201 }, (_, i) => 0.15 + i * 0.00125);
    const exact = x.map((at) => problem.system.potential(Float64Array.of(at, 0)));
    const step = 0.5;
    const corners = [1, 2, 3, 4, 5].map((k) => h / 2 + k * h);
    const off = Math.max(
      ...corners.map((at) => Math.abs(linear([at, 0]) - problem.system.potential(Float64Array.of(at, 0)))),
    );
    return {
      claims: [stated("Figure 1", "V_h is V at the corners of the grid", `off by ${digits(off)}`, off < 1e-14)],
      figures: [
        {
          name: "figure-1",
          figure: {
            panels: [
              {
                title: "Potential along y = 0",
                shape: "wide",
                x: { label: "x", scale: "linear" },
                y: { label: "V", scale: "linear" },
                series: [
                  { name: "exact", x, y: exact, style: "line", colour: 2 },
                  {
                    name: "piecewise constant (energy-stepping)",
                    x,
                    y: exact.map((V) => step * Math.floor(V / step)),
                    style: "line",
                    colour: 1,
                  },
                  {
                    name: "piecewise linear (force-stepping)",
                    x,
                    y: x.map((at) => linear([at, 0])),
                    style: "line",
                    colour: 0,
                  },
                ],
              },
            ],
          },
        },
      ],
    };
  },
};

const crossing: Item = {
  id: "figure-2",
  title: "A trajectory in a piecewise linear potential",
  reproduce() {
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, 1),
      potential: ([x, y]) => (x * x + 2 * y * y) / 2 + (x * y) / 3,
      gradient() {},
      tangent: null,
    });
    const problem = startingFrom(system, [-1.7, -1.2], [1.2, 1.9]);
    const corners: number[][] = [];
    const velocities: number[][] = [];
    const path: number[][] = [];
    const events = {
      on: "steps" as const,
      observe({ q, v }: { readonly q: Float64Array; readonly v: Float64Array }) {
        corners.push([...q]);
        velocities.push([...v]);
      },
      finish: () => null,
    };
    const frames = {
      observe: ({ q }: { readonly q: Float64Array }) => path.push([...q]),
      finish: () => null,
    };
    orThrow(
      run(problem, forceStepping({ grid: 1, origin: 0 }), {
        time: { end: 2.6, interval: 0.01 },
        observe: { events, frames },
      }),
    );
    const inside = corners.slice(1, -1);
    return {
      claims: [
        stated(
          "Figure 2",
          "parabolas that join at the faces, with one velocity",
          `${inside.length} faces are crossed; each point of crossing has a whole x, y or x − y`,
          inside.every(([x, y]) => [x, y, x - y].some((z) => Math.abs(z - Math.round(z)) < 1e-13)),
        ),
      ],
      figures: [
        {
          name: "figure-2",
          figure: {
            panels: [
              square("Parabolas from face to face", [
                segments("faces", edges("kuhn"), 2),
                { name: "motion", x: path.map(([x]) => x), y: path.map(([, y]) => y), style: "line", colour: 0 },
                {
                  name: "crossings",
                  x: inside.map(([x]) => x),
                  y: inside.map(([, y]) => y),
                  style: "points",
                  colour: 1,
                },
              ]),
            ],
          },
        },
      ],
    };
  },
};

/** A cube seen from the side: x to the right, y to the back. */
const seen = ([x, y, z]: readonly number[]): readonly number[] => [x + 0.45 * y, z + 0.3 * y];

/** The paths from corner 0 to corner 1 of a cube of d dimensions along its edges: one a simplex. */
function paths(d: number): number[][][] {
  if (d === 0) return [[[]]];
  const orders = (left: readonly number[]): number[][] =>
    left.length === 0 ? [[]] : left.flatMap((j) => orders(left.filter((i) => i !== j)).map((rest) => [j, ...rest]));
  return orders(Array.from({ length: d }, (_, j) => j)).map((order) => {
    const corner = new Array<number>(d).fill(0);
    return [
      [...corner],
      ...order.map((j) => {
        corner[j] = 1;
        return [...corner];
      }),
    ];
  });
}

const volume = (corners: readonly (readonly number[])[]): number => {
  const [o, ...rest] = corners;
  const rows = rest.map((corner) => corner.map((x, j) => x - o[j]));
  if (rows.length === 2) return Math.abs(rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]) / 2;
  const [a, b, c] = rows;
  return (
    Math.abs(
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]),
    ) / 6
  );
};

const partition: Item = {
  id: "figure-3",
  title: "Simplices of a square and of a cube",
  reproduce() {
    const [two, three] = [paths(2), paths(3)];
    const total = (simplices: number[][][]) => simplices.reduce((sum, simplex) => sum + volume(simplex), 0);
    const edgesOf = (simplex: readonly (readonly number[])[]) =>
      simplex.flatMap((from, i) => simplex.slice(i + 1).map((to) => [from, to] as const));
    const projected = three.map((simplex) => edgesOf(simplex).map(([from, to]) => [...seen(from), ...seen(to)]));
    return {
      claims: [
        stated(
          "Figure 3",
          "d! simplices of equal size fill the cube",
          `${two.length} and ${three.length}, of ${digits(volume(two[0]))} and ${digits(volume(three[0]))}`,
          two.length === 2 && three.length === 6 && total(two) === 1 && Math.abs(total(three) - 1) < 1e-15,
        ),
      ],
      figures: [
        {
          name: "figure-3",
          figure: {
            panels: [
              square(
                "[0, 1]²",
                two.map((simplex, n) =>
                  segments(
                    n === 0 ? "x above y" : "y above x",
                    edgesOf(simplex).map(([from, to]) => [...from, ...to]),
                    n,
                  ),
                ),
              ),
              square("[0, 1]³, seen from the side", [
                segments("edges of all six", projected.flat(), 1),
                segments("one of them", projected[0], 0),
              ]),
            ],
          },
        },
      ],
    };
  },
};

const parity: Item = {
  id: "figure-4",
  title: "Three triangulations of the plane, and parity",
  reproduce() {
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, 1),
      // Even in x and in y.
      potential: ([x, y]) => x ** 2 + y ** 4 / 3 + (x * y) ** 2,
      gradient() {},
      tangent: null,
    });
    const problem = startingFrom(system, [0.3, 0.2], [0, 0]);
    const broken = TRIANGULATIONS.map((triangulation) => {
      const V = approximate(problem, { grid: 1, origin: 0, triangulation });
      let most = 0;
      for (let i = 0; i < 40; i++) {
        const [x, y] = [1.9 * Math.sin(1 + 7 * i), 1.9 * Math.cos(2 + 5 * i)];
        most = Math.max(most, Math.abs(V([x, y]) - V([-x, y])), Math.abs(V([x, y]) - V([x, -y])));
      }
      return most;
    });
    return {
      claims: [
        stated(
          "Figure 4",
          "triangulation (a) breaks the parity of V, (b) and (c) do not",
          `V_h(−x, y) differs from V_h(x, y) by up to ${broken.map((value) => digits(value, 3)).join(", ")}`,
          broken[0] > 0.1 && broken[1] < 1e-14 && broken[2] < 1e-14,
        ),
      ],
      figures: [
        {
          name: "figure-4",
          figure: {
            panels: TRIANGULATIONS.map((triangulation, n) =>
              square(`(${"abc"[n]}) ${triangulation}`, [segments(triangulation, edges(triangulation), n)]),
            ),
          },
        },
      ],
    };
  },
};

const atoms: Item = {
  id: "figure-14",
  title: "Frozen argon cluster",
  reproduce() {
    const { q0 } = argonCluster();
    const x = Array.from({ length: 7 }, (_, i) => q0[2 * i]);
    const y = Array.from({ length: 7 }, (_, i) => q0[2 * i + 1]);
    const distances = x.slice(1).map((_, i) => Math.hypot(x[i + 1] - x[0], y[i + 1] - y[0]));
    const least = 2 ** (1 / 6) * 0.341;
    const ring = [1, 2, 3, 4, 5, 6, 1];
    return {
      claims: [
        stated(
          "Figure 14",
          "six atoms around one, all within a tenth of the distance of least energy",
          `${digits(Math.min(...distances), 3)} to ${digits(Math.max(...distances), 3)} nm; of two atoms alone ${digits(least, 3)} nm`,
          distances.every((r) => Math.abs(r / least - 1) < 0.1),
        ),
      ],
      figures: [
        {
          name: "figure-14",
          figure: {
            panels: [
              {
                ...square("Seven atoms", [
                  { name: "outer six", x: ring.map((i) => x[i]), y: ring.map((i) => y[i]), style: "line", colour: 2 },
                  { name: "atoms", x, y, style: "points", colour: 0 },
                ]),
                x: { label: "x", unit: "nm", scale: "linear" },
                y: { label: "y", unit: "nm", scale: "linear" },
              },
            ],
          },
        },
      ],
    };
  },
};

export const illustrations: readonly Item[] = [potentials, crossing, partition, parity, atoms];
