/** The stiffness of linear elastic elements, K_ab = ∫ λ g_a ⊗ g_b + μ g_b ⊗ g_a + μ (g_a·g_b) 1: no 9 × 9 moduli. */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import type { ElementSet } from "./element-set.js";

/** values += the stiffness of all elements. */
export function addIsotropicStiffness(set: ElementSet, assembly: Pick<ElementAssembly, "add">, values: Vec): void {
  const { dimension, points, gradients, volumes, shape, material } = set;
  const perElement = shape.nodes;
  const width = perElement * dimension;
  const matrix = new Float64Array(width * width);
  const count = volumes.length / points;
  for (let e = 0, point = 0; e < count; e++) {
    matrix.fill(0);
    for (let p = 0; p < points; p++, point++) {
      const lambda = volumes[point] * material.lambda;
      const mu = volumes[point] * material.mu;
      for (let a = 0; a < perElement; a++) {
        const ga = point * width + a * dimension;
        for (let b = a; b < perElement; b++) {
          const at = a * dimension * width + b * dimension;
          if (dimension === 3) addTriple(gradients, ga, point * width + 3 * b, lambda, mu, matrix, at, width);
          else addDouble(gradients, ga, point * width + 2 * b, lambda, mu, matrix, at, width);
        }
      }
    }
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) matrix[i * width + j] = matrix[j * width + i];
    assembly.add(e, matrix, values);
  }
}

function addTriple(
  g: Vec,
  a: number,
  b: number,
  lambda: number,
  mu: number,
  matrix: Vec,
  at: number,
  width: number,
): void {
  const ax = g[a];
  const ay = g[a + 1];
  const az = g[a + 2];
  const bx = g[b];
  const by = g[b + 1];
  const bz = g[b + 2];
  const along = mu * (ax * bx + ay * by + az * bz);
  const both = lambda + mu;
  matrix[at] += both * ax * bx + along;
  matrix[at + 1] += lambda * ax * by + mu * ay * bx;
  matrix[at + 2] += lambda * ax * bz + mu * az * bx;
  const second = at + width;
  matrix[second] += lambda * ay * bx + mu * ax * by;
  matrix[second + 1] += both * ay * by + along;
  matrix[second + 2] += lambda * ay * bz + mu * az * by;
  const third = second + width;
  matrix[third] += lambda * az * bx + mu * ax * bz;
  matrix[third + 1] += lambda * az * by + mu * ay * bz;
  matrix[third + 2] += both * az * bz + along;
}

function addDouble(
  g: Vec,
  a: number,
  b: number,
  lambda: number,
  mu: number,
  matrix: Vec,
  at: number,
  width: number,
): void {
  const along = mu * (g[a] * g[b] + g[a + 1] * g[b + 1]);
  matrix[at] += (lambda + mu) * g[a] * g[b] + along;
  matrix[at + 1] += lambda * g[a] * g[b + 1] + mu * g[a + 1] * g[b];
  matrix[at + width] += lambda * g[a + 1] * g[b] + mu * g[a] * g[b + 1];
  matrix[at + width + 1] += (lambda + mu) * g[a + 1] * g[b + 1] + along;
}
