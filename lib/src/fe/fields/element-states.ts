/** Strain and stress of all elements at a state, kept until another state is asked for. */
import type { Vec } from "../../core/vec.js";
import { nodeCount } from "../../mesh/mesh.js";
import { pointLaw } from "../elements/continuum.js";
import type { ElementSet } from "../elements/element-set.js";
import { greenStrain, volumeChange } from "../materials/strain.js";
import type { Solid } from "../solid.js";
import { extrapolation } from "./extrapolation.js";

export interface ElementStates {
  readonly nodes: number;
  /** Means over the volume of every element of the body: xx, yy, zz, xy, yz, zx. */
  readonly stress: Vec;
  readonly strain: Vec;
  /** Mean strain energy of a unit of volume at rest, of every element. */
  readonly energy: Vec;
  at(t: number, q: Vec): void;
  /** Stress at the nodes: extended from the integration points, the mean of the elements around weighted by volume. */
  nodalStress(out: Vec): void;
  /** Strain energy density at the nodes: the mean of the elements around weighted by volume. */
  nodalEnergy(out: Vec): void;
}

/** `place`: of every element of the mesh among those of the body. */
export function elementStates({ parts, sets, displacements }: Solid, place: Int32Array): ElementStates {
  const nodes = nodeCount(parts.mesh);
  const count = place.reduce((most, at) => Math.max(most, at + 1), 0);
  const stress = new Float64Array(6 * count);
  const strain = new Float64Array(6 * count);
  const energy = new Float64Array(count);
  const u = new Float64Array(3 * nodes);
  const volume = new Float64Array(count);
  const around = new Float64Array(nodes);
  for (const { elements, volumes, points, nodes: own, shape } of sets) {
    elements.forEach((element, e) => {
      for (let p = 0; p < points; p++) volume[place[element]] += volumes[e * points + p];
      for (let a = 0; a < shape.nodes; a++) around[own[e * shape.nodes + a]] += volume[place[element]];
    });
  }
  const flat = parts.plane?.vanishing === "stress";
  const workers = sets.map((set) => setStates(set, place, flat));
  const extended = sets.map(({ shape }) => extrapolation(shape));
  const seen = { t: Number.NaN, q: new Float64Array(0) };
  const isSeen = (t: number, q: Vec) =>
    seen.t === t && seen.q.length === q.length && q.every((x, i) => Object.is(x, seen.q[i]));
  return {
    nodes,
    stress,
    strain,
    energy,
    at(t, q) {
      if (isSeen(t, q)) return;
      seen.t = t;
      seen.q = q.slice();
      displacements(t, q, u);
      stress.fill(0);
      strain.fill(0);
      energy.fill(0);
      for (const { add } of workers) add(u, stress, strain, energy);
      for (let e = 0; e < count; e++) {
        energy[e] /= volume[e];
        for (let c = 0; c < 6; c++) {
          stress[6 * e + c] /= volume[e];
          strain[6 * e + c] /= volume[e];
        }
      }
    },
    nodalStress(out) {
      out.fill(0);
      sets.forEach(({ elements, nodes: own, shape, points }, s) => {
        const { atPoints } = workers[s];
        elements.forEach((element, e) => {
          for (let a = 0; a < shape.nodes; a++) {
            const node = own[e * shape.nodes + a];
            const weight = volume[place[element]] / around[node];
            for (let p = 0; p < points; p++) {
              const factor = weight * extended[s][a * points + p];
              const from = 6 * (e * points + p);
              for (let c = 0; c < 6; c++) out[6 * node + c] += factor * atPoints[from + c];
            }
          }
        });
      });
    },
    nodalEnergy(out) {
      out.fill(0);
      for (const { elements, nodes: own, shape } of sets) {
        elements.forEach((element, e) => {
          const at = place[element];
          for (let a = 0; a < shape.nodes; a++) {
            const node = own[e * shape.nodes + a];
            out[node] += (volume[at] / around[node]) * energy[at];
          }
        });
      }
    },
  };
}

/** From rows of a 3 × 3 tensor to xx, yy, zz, xy, yz, zx; Green's strain comes in this order. */
const ENTRIES = [0, 4, 8, 1, 5, 2];

type AddStates = (u: Vec, stress: Vec, strain: Vec, energy: Vec) => void;

/** `flat`: of plane stress, whose strain across the plane follows. */
function setStates(
  set: ElementSet,
  place: Int32Array,
  flat: boolean,
): { readonly atPoints: Vec; readonly add: AddStates } {
  const { shape, material, elements, nodes, dimension, points, gradients, volumes } = set;
  const law = pointLaw(material);
  const isLarge = material.energy !== null;
  const [H, P, sigma, E] = [9, 9, 9, 6].map((length) => new Float64Array(length));
  const width = shape.nodes * dimension;
  const atPoints = new Float64Array(6 * elements.length * points);
  const add: AddStates = (u, stress, strain, energy) => {
    for (let e = 0; e < elements.length; e++) {
      const out = 6 * place[elements[e]];
      for (let p = 0; p < points; p++) {
        const first = (e * points + p) * width;
        const volume = volumes[e * points + p];
        H.fill(0);
        for (let a = 0; a < shape.nodes; a++) {
          const node = 3 * nodes[e * shape.nodes + a];
          for (let i = 0; i < dimension; i++) {
            for (let J = 0; J < dimension; J++) H[3 * i + J] += u[node + i] * gradients[first + a * dimension + J];
          }
        }
        energy[place[elements[e]]] += volume * law.energy(H);
        law.stress(H, P);
        if (isLarge) {
          cauchy(H, P, sigma);
          greenStrain(H, E);
        } else {
          sigma.set(P);
          linearStrain(H, E);
        }
        if (flat) {
          sigma[8] = 0;
          // λ′ = 2λμ/(λ + 2μ) is the material's λ here, and λ/(λ + 2μ) = λ′/(2μ).
          E[2] = (-material.lambda / (2 * material.mu)) * (E[0] + E[1]);
          // The thickness is stretched by F_zz, F_zz² = 1 + 2 E_zz, and the area that stress is per with it.
          if (isLarge) for (let c = 0; c < 9; c++) sigma[c] /= Math.sqrt(1 + 2 * E[2]);
        }
        for (let c = 0; c < 6; c++) {
          atPoints[6 * (e * points + p) + c] = sigma[ENTRIES[c]];
          stress[out + c] += volume * sigma[ENTRIES[c]];
          strain[out + c] += volume * E[c];
        }
      }
    }
  };
  return { atPoints, add };
}

/** P Fᵀ / det F. */
function cauchy(H: Vec, P: Vec, out: Vec): void {
  const J = 1 + volumeChange(H);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = P[3 * i + j];
      for (let K = 0; K < 3; K++) sum += P[3 * i + K] * H[3 * j + K];
      out[3 * i + j] = sum / J;
    }
  }
}

function linearStrain(H: Vec, E: Vec): void {
  E[0] = H[0];
  E[1] = H[4];
  E[2] = H[8];
  E[3] = (H[1] + H[3]) / 2;
  E[4] = (H[5] + H[7]) / 2;
  E[5] = (H[2] + H[6]) / 2;
}
