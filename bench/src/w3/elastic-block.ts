/** The elastic block of workload W3: 2 × 1 × 1, cells 2n × n × n, six Kuhn tetrahedra each, E = 1, ν = 0.3, ρ = 1, clamped
 *  at x = 0; consistent mass. Stiffness and mass on one pattern, three rows a node. */
import { elementAssembly, type Matrix } from "noether/linalg";

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
  const place = (node: number) => [
    (node % steps[1]) / n,
    (Math.floor(node / steps[1]) % (n + 1)) / n,
    Math.floor(node / steps[2]) / n,
  ];
  const free = new Int32Array(nodes).fill(-1);
  const points: number[] = [];
  let count = 0;
  for (let node = 0; node < nodes; node++) {
    if (node % steps[1] === 0) continue;
    free[node] = count++;
    points.push(...place(node));
  }

  // All cells are alike: six element matrices make the whole block.
  const shapes = WAYS.map(({ axes, odd }) => {
    const way = [0];
    for (const axis of axes) way.push(way[way.length - 1] + steps[axis]);
    const corners = odd ? [way[0], way[2], way[1], way[3]] : way;
    return { corners, ...elementMatrices(corners.map(place)) };
  });
  const elements = new Int32Array(48 * n * n * n);
  let end = 0;
  for (let cell = 0; cell < 2 * n * n * n; cell++) {
    const origin =
      (cell % (2 * n)) + (Math.floor(cell / (2 * n)) % n) * steps[1] + Math.floor(cell / (2 * n * n)) * steps[2];
    for (const { corners } of shapes) for (const corner of corners) elements[end++] = free[origin + corner];
  }
  const { pattern, add } = elementAssembly(count, elements, 4, 3);
  const stiffness = new Float64Array(pattern.column.length);
  const mass = new Float64Array(pattern.column.length);
  for (let e = 0; e < elements.length / 4; e++) {
    add(e, shapes[e % 6].stiffness, stiffness);
    add(e, shapes[e % 6].mass, mass);
  }
  return {
    stiffness: { pattern, values: stiffness },
    mass: { pattern, values: mass },
    points: Float64Array.from(points),
  };
}

/** Linear tetrahedron: 12 × 12, three rows a corner. */
function elementMatrices(p: number[][]): { stiffness: Float64Array; mass: Float64Array } {
  const lambda = 0.3 / (1.3 * 0.4);
  const mu = 1 / 2.6;
  const { gradients: g, volume } = tetrahedron(p);
  const stiffness = new Float64Array(144);
  const mass = new Float64Array(144);
  for (let k = 0; k < 144; k++) {
    const [a, c] = [Math.floor(k / 36), Math.floor(k / 12) % 3];
    const [b, d] = [Math.floor((k % 12) / 3), k % 3];
    const along = g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2];
    stiffness[k] = volume * (lambda * g[a][c] * g[b][d] + mu * (g[a][d] * g[b][c] + (c === d ? along : 0)));
    mass[k] = c === d ? (volume / 20) * (a === b ? 2 : 1) : 0;
  }
  return { stiffness, mass };
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
