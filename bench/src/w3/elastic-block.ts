/** The elastic block of workload W3 as the library builds it: 2 × 1 × 1, cells 2n × n × n of six Kuhn tetrahedra, E = 1, ν = 0.3, ρ = 1,
 *  clamped at x = 0, consistent mass; it swings freely from v = (0, 0, 0.01 (x/2)²). */
import { fixed, type LinearSystem, linearElastic, type Problem, solid, solidProblem } from "noether";
import type { Matrix } from "noether/linalg";
import { box, nodesWhere } from "noether/mesh";

export interface ElasticBlock {
  readonly system: LinearSystem;
  readonly problem: Problem;
}

export function elasticBlock(n: number): ElasticBlock {
  const mesh = box({ size: [2, 1, 1], cells: [2 * n, n, n], element: "tet4" });
  const material = linearElastic({ E: 1, nu: 0.3, density: 1 });
  const body = solid({ mesh, material, supports: fixed(nodesWhere(mesh, (x) => x === 0)) });
  const { system } = body;
  if (system.kind !== "linear") throw new Error("a linear elastic block is a linear system");
  return { system, problem: solidProblem(body, { velocity: (x) => [0, 0, 0.01 * (x / 2) ** 2] }) };
}

/** The matrix of a step of average acceleration, stiffness + 4/h² mass, with W3's step h = 1/2; both have one pattern. */
export function stepMatrix({ stiffness, mass }: LinearSystem): Matrix {
  const { pattern, values } = stiffness;
  return { pattern, values: values.map((value, k) => value + 16 * mass.matrix.values[k]!) };
}
