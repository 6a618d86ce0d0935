/** The energy of the elements of a continuum, V = Σ volume × W(H), H = Σ u_a ⊗ ∂N_a/∂X at the integration points. */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { hyperelasticLaw } from "../materials/hyperelastic-law.js";
import { linearLaw } from "../materials/linear-law.js";
import type { Material } from "../materials/material.js";
import type { PointLaw } from "../materials/point-law.js";
import type { ElementSet } from "./element-set.js";
import { type EnergyTerm, MOVES, MOVES_AND_TURNS } from "./energy-term.js";
import { generatedContinuum } from "./generated-continuum.js";
import { addIsotropicStiffness } from "./isotropic-stiffness.js";
import { rowDifferences } from "./row-difference.js";

export function pointLaw({ energy, lambda, mu }: Material): PointLaw {
  return energy === null ? linearLaw(lambda, mu) : hyperelasticLaw(energy);
}

/** `nodes`: those of the elements, counted as u has them. Forces and tangents are generated code. */
export function continuum(set: ElementSet, nodes: Int32Array): EnergyTerm {
  const part = generalContinuum(set, nodes);
  const { energy } = set.material;
  return energy === null
    ? { ...part, addTangent: (_u, assembly, values) => addIsotropicStiffness(set, assembly, values) }
    : { ...part, ...generatedContinuum(set, nodes, energy, part) };
}

export function generalContinuum(set: ElementSet, nodes: Int32Array): EnergyTerm {
  const { dimension, points, gradients, volumes, shape } = set;
  const perElement = shape.nodes;
  const width = perElement * dimension;
  const count = nodes.length / perElement;
  const { energy } = set.material;
  const law = pointLaw(set.material);
  const [H, Hb, P] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  const A = new Float64Array(81);
  const matrix = new Float64Array(width * width);
  const columns = new Float64Array(9 * dimension);

  /** H of the element whose nodes begin at `first`, where its gradients begin at `at`. */
  const deform = (u: Vec, first: number, at: number, out: Vec) => {
    for (let i = 0; i < dimension; i++) for (let J = 0; J < dimension; J++) out[3 * i + J] = 0;
    for (let a = 0; a < perElement; a++) {
      const node = dimension * nodes[first + a];
      const g = at + a * dimension;
      for (let i = 0; i < dimension; i++) {
        const x = u[node + i];
        for (let J = 0; J < dimension; J++) out[3 * i + J] += x * gradients[g + J];
      }
    }
  };
  const spread = (first: number, at: number, volume: number, out: Vec) => {
    for (let a = 0; a < perElement; a++) {
      const node = dimension * nodes[first + a];
      const g = at + a * dimension;
      for (let i = 0; i < dimension; i++) {
        let sum = 0;
        for (let J = 0; J < dimension; J++) sum += P[3 * i + J] * gradients[g + J];
        out[node + i] += volume * sum;
      }
    }
  };
  /** matrix += volume × gᵀ A g for all pairs of nodes. */
  const stiffen = (at: number, volume: number) => {
    for (let b = 0; b < perElement; b++) {
      const gb = at + b * dimension;
      for (let row = 0; row < dimension; row++) {
        for (let J = 0; J < dimension; J++) {
          const from = 9 * (3 * row + J);
          for (let k = 0; k < dimension; k++) {
            let sum = 0;
            for (let L = 0; L < dimension; L++) sum += A[from + 3 * k + L] * gradients[gb + L];
            columns[(3 * row + J) * dimension + k] = volume * sum;
          }
        }
      }
      for (let a = 0; a <= b; a++) {
        const ga = at + a * dimension;
        for (let i = 0; i < dimension; i++) {
          for (let k = 0; k < dimension; k++) {
            let sum = 0;
            for (let J = 0; J < dimension; J++) sum += gradients[ga + J] * columns[(3 * i + J) * dimension + k];
            matrix[(a * dimension + i) * width + b * dimension + k] += sum;
          }
        }
      }
    }
  };
  const mirror = () => {
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) matrix[i * width + j] = matrix[j * width + i];
  };
  /** out += factor × the force of a stress that belongs to a step. */
  const addBetween = (a: Vec, b: Vec, stress: PointLaw["meanStress"], factor: number, out: Vec) => {
    for (let e = 0, point = 0; e < count; e++) {
      for (let p = 0; p < points; p++, point++) {
        deform(a, e * perElement, point * width, H);
        deform(b, e * perElement, point * width, Hb);
        stress(H, Hb, P);
        spread(e * perElement, point * width, factor * volumes[point], out);
      }
    }
  };
  const addTangentBetween = (
    a: Vec,
    b: Vec,
    moduli: PointLaw["meanModuli"],
    factor: number,
    assembly: ElementAssembly,
    values: Vec,
  ) => {
    for (let e = 0, point = 0; e < count; e++) {
      matrix.fill(0);
      for (let p = 0; p < points; p++, point++) {
        deform(a, e * perElement, point * width, H);
        deform(b, e * perElement, point * width, Hb);
        moduli(H, Hb, A);
        stiffen(point * width, factor * volumes[point]);
      }
      mirror();
      assembly.add(e, matrix, values);
    }
  };
  const x = new Float64Array(9);
  /** H of one element from the displacements of its own nodes. */
  const deformOwn = (own: Vec, at: number) => {
    x.fill(0);
    for (let a = 0; a < perElement; a++) {
      for (let i = 0; i < dimension; i++) {
        for (let J = 0; J < dimension; J++) x[3 * i + J] += own[a * dimension + i] * gradients[at + a * dimension + J];
      }
    }
  };
  /** W is quadratic: its difference is the stress in the middle times the change of the gradient, of which one row is not zero. */
  const ofLinear: EnergyTerm["difference"] = (e, own, k, step) => {
    const row = k % dimension;
    let sum = 0;
    for (let point = e * points; point < (e + 1) * points; point++) {
      const at = point * width;
      const g = at + k - row;
      deformOwn(own, at);
      for (let J = 0; J < dimension; J++) x[3 * row + J] += (step * gradients[g + J]) / 2;
      law.stress(x, P);
      for (let J = 0; J < dimension; J++) sum += volumes[point] * P[3 * row + J] * step * gradients[g + J];
    }
    return sum;
  };

  return {
    pieces: { elements: nodes, perElement },
    symmetry: energy === null ? MOVES : MOVES_AND_TURNS,
    energy(u) {
      let sum = 0;
      for (let e = 0, point = 0; e < count; e++) {
        for (let p = 0; p < points; p++, point++) {
          deform(u, e * perElement, point * width, H);
          sum += volumes[point] * law.energy(H);
        }
      }
      return sum;
    },
    addForce(u, out) {
      for (let e = 0, point = 0; e < count; e++) {
        for (let p = 0; p < points; p++, point++) {
          deform(u, e * perElement, point * width, H);
          law.stress(H, P);
          spread(e * perElement, point * width, volumes[point], out);
        }
      }
    },
    addTangent(u, assembly, values) {
      for (let e = 0, point = 0; e < count; e++) {
        matrix.fill(0);
        for (let p = 0; p < points; p++, point++) {
          deform(u, e * perElement, point * width, H);
          law.moduli(H, A);
          stiffen(point * width, volumes[point]);
        }
        mirror();
        assembly.add(e, matrix, values);
      }
    },
    addMeanForce: (a, b, out) => addBetween(a, b, law.meanStress, 1, out),
    addMeanTangent: (a, b, assembly, values) => addTangentBetween(a, b, law.meanModuli, 1, assembly, values),
    addResistance: (a, b, r, out) => addBetween(a, b, law.resistance, r, out),
    addResistanceTangent: (a, b, r, assembly, values) =>
      addTangentBetween(a, b, law.resistanceModuli, r, assembly, values),
    energyOf(e, own) {
      let sum = 0;
      for (let point = e * points; point < (e + 1) * points; point++) {
        deformOwn(own, point * width);
        sum += volumes[point] * law.energy(x);
      }
      return sum;
    },
    ...(energy === null ? { difference: ofLinear } : rowDifferences(set, energy)),
  };
}
