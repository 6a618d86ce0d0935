/** The elastic block of workload W3 as the library builds it: 2 × 1 × 1, cells 2n × n × n of six Kuhn tetrahedra, E = 1, ν = 0.3, ρ = 1,
 *  clamped at x = 0, consistent mass; it swings freely from v = (0, 0, 0.01 (x/2)²). */
import { type LinearSystem, linearElastic, type Problem, solid } from "noether";
import type { Matrix } from "noether/linalg";
import { box, elementCount } from "noether/mesh";

export interface ElasticBlock {
  readonly system: LinearSystem;
  readonly problem: Problem;
}

export function elasticBlock(n: number): ElasticBlock {
  const mesh = box({ size: [2, 1, 1], cells: [2 * n, n, n], element: "tet4" });
  const clamped = Int32Array.from({ length: mesh.points.length / 3 }, (_, node) => node).filter(
    (node) => mesh.points[3 * node] === 0,
  );
  const elements = Int32Array.from({ length: elementCount(mesh) }, (_, e) => e);
  const body = solid({
    mesh,
    regions: [{ material: linearElastic({ E: 1, nu: 0.3, density: 1 }), elements }],
    mass: "consistent",
    plane: null,
    supports: ([0, 1, 2] as const).map((direction) => ({ nodes: clamped, direction, motion: null })),
    loads: [],
    pressures: [],
    contacts: [],
    attachments: [],
    damping: null,
  });
  const { system } = body;
  if (system.kind !== "linear") throw new Error("a linear elastic block is a linear system");
  const velocities = mesh.points.map((_, i) => (i % 3 === 2 ? 0.01 * (mesh.points[i - 2]! / 2) ** 2 : 0));
  return {
    system,
    problem: { system, t0: 0, q0: new Float64Array(system.dof), v0: body.rates(0, velocities) },
  };
}

/** The matrix of a step of average acceleration, stiffness + 4/h² mass, with W3's step h = 1/2; both have one pattern. */
export function stepMatrix({ stiffness, mass }: LinearSystem): Matrix {
  const { pattern, values } = stiffness;
  return { pattern, values: values.map((value, k) => value + 16 * mass.matrix.values[k]!) };
}
