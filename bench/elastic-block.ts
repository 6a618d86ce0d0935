/** The elastic block of workload W3: 2 × 1 × 1, cells 2n × n × n, six Kuhn tetrahedra each, E = 1, ν = 0.3, ρ = 1, clamped
 *  at x = 0; consistent mass. Gives stiffness and mass on one pattern, three rows a node. */
import { fromTriplets, type Matrix } from "noether/linalg";

export interface ElasticBlock {
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  /** Position of every node that is not clamped, three numbers each. */
  readonly points: Float64Array;
}

/** The six ways from one corner of a cell to the opposite one; odd ones are mirrored, so that volumes are positive. */
const WAYS = [
  { axes: [0, 1, 2], odd: false },
  { axes: [0, 2, 1], odd: true },
  { axes: [1, 0, 2], odd: true },
  { axes: [1, 2, 0], odd: false },
  { axes: [2, 0, 1], odd: false },
  { axes: [2, 1, 0], odd: true },
];

export function elasticBlock(n: number): ElasticBlock {
  const steps = [1, 2 * n + 1, (2 * n + 1) * (n + 1)];
  const nodes = steps[2] * (n + 1);
  const place = (node: number) => {
    const i = node % steps[1];
    return [i / n, (Math.floor(node / steps[1]) % (n + 1)) / n, Math.floor(node / steps[2]) / n];
  };
  const free = new Int32Array(nodes).fill(-1);
  const points: number[] = [];
  let count = 0;
  for (let node = 0; node < nodes; node++) {
    if (node % steps[1] === 0) continue;
    free[node] = count++;
    points.push(...place(node));
  }

  const entries = 12 * n * n * n * 16 * 9;
  const rows = new Int32Array(entries);
  const cols = new Int32Array(entries);
  const stiff = new Float64Array(entries);
  const heavy = new Float64Array(entries);
  let end = 0;
  const lambda = 0.3 / (1.3 * 0.4);
  const mu = 1 / 2.6;
  for (let cell = 0; cell < 2 * n * n * n; cell++) {
    const origin =
      (cell % (2 * n)) + (Math.floor(cell / (2 * n)) % n) * steps[1] + Math.floor(cell / (2 * n * n)) * steps[2];
    for (const { axes, odd } of WAYS) {
      const way = [origin];
      for (const axis of axes) way.push(way[way.length - 1] + steps[axis]);
      const corners = odd ? [way[0], way[2], way[1], way[3]] : way;
      const { gradients: g, volume } = tetrahedron(corners.map(place));
      for (let a = 0; a < 4; a++) {
        for (let b = 0; b < 4; b++) {
          const i = free[corners[a]];
          const j = free[corners[b]];
          if (i < 0 || j < 0) continue;
          const along = g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2];
          for (let c = 0; c < 3; c++) {
            for (let d = 0; d < 3; d++) {
              rows[end] = 3 * i + c;
              cols[end] = 3 * j + d;
              const shear = g[a][d] * g[b][c] + (c === d ? along : 0);
              stiff[end] = volume * (lambda * g[a][c] * g[b][d] + mu * shear);
              heavy[end++] = c === d ? (volume / 20) * (a === b ? 2 : 1) : 0;
            }
          }
        }
      }
    }
  }
  const matrix = (values: Float64Array) =>
    fromTriplets(3 * count, rows.subarray(0, end), cols.subarray(0, end), values.subarray(0, end));
  const stiffness = matrix(stiff);
  return {
    stiffness,
    mass: { pattern: stiffness.pattern, values: matrix(heavy).values },
    points: Float64Array.from(points),
  };
}

function tetrahedron(p: number[][]): { gradients: number[][]; volume: number } {
  const edge = [1, 2, 3].map((k) => [0, 1, 2].map((d) => p[k][d] - p[0][d]));
  const cross = (u: number[], v: number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const normals = [cross(edge[1], edge[2]), cross(edge[2], edge[0]), cross(edge[0], edge[1])];
  const determinant = edge[0].reduce((sum, value, d) => sum + value * normals[0][d], 0);
  const inner = normals.map((normal) => normal.map((value) => value / determinant));
  const outer = [0, 1, 2].map((d) => -(inner[0][d] + inner[1][d] + inner[2][d]));
  return { gradients: [outer, ...inner], volume: determinant / 6 };
}

/** The matrix of a step of average acceleration, stiffness + 4/h² mass, with W3's step h = 1/2. */
export function stepMatrix({ stiffness, mass }: ElasticBlock): Matrix {
  return { pattern: stiffness.pattern, values: stiffness.values.map((value, k) => value + 16 * mass.values[k]) };
}
