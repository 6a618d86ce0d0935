/** Straight bars: V = ½ E A L e² of the strain along the bar. With Green's strain e = (l² − L²)/2L² a turned bar is not strained, and its
 *  mean force over a step, ē (X + d̄) E A/L, does exactly the work of the step; linear elastic bars have e = d·X/L². */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, elementNumber, type Mesh } from "../../mesh/mesh.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";
import { youngs } from "../materials/elastic-constants.js";
import type { Material } from "../materials/material.js";
import type { Region } from "../solid-description.js";
import type { Massive } from "./element-mass.js";
import { type EnergyTerm, MOVES, MOVES_AND_TURNS } from "./energy-term.js";

export interface Bars {
  readonly mesh: Mesh;
  readonly material: Material;
  readonly area: number;
  /** Which elements of the mesh they are. */
  readonly elements: Int32Array;
  /** Two nodes of the mesh each. */
  readonly nodes: Int32Array;
}

/** The bars of a region, block by block. */
export function barsOf(mesh: Mesh, { material, elements, area }: Region): Bars[] {
  const starts = blockStarts(mesh);
  return mesh.blocks.flatMap((block, b) => {
    if (elementType(block.type).dimension !== 1) return [];
    const own = elements.filter((element) => element >= starts[b] && element < starts[b + 1]);
    if (own.length === 0) return [];
    if (block.type !== "line2") {
      throw new InputError(`bars of type ${block.type} are not known; accepted: line2`, { key: "regions" });
    }
    if (!(area !== undefined && area > 0 && area < Infinity)) {
      throw new InputError(`bars need the area of their cross section; found ${area ?? "none"}`, { key: "area" });
    }
    const nodes = Int32Array.from(
      { length: 2 * own.length },
      (_, k) => block.nodes[2 * (own[k >> 1] - starts[b]) + (k % 2)],
    );
    return [{ mesh, material, area, elements: own, nodes }];
  });
}

export function massOfBars({ material, area, nodes }: Bars): Massive {
  return { shape: shapeOf("line2"), nodes, density: material.density * area };
}

/** `places`: their nodes as u counts them. */
export function barPart(
  { mesh, material, area, elements, nodes }: Bars,
  places: Int32Array,
  directions: number,
): EnergyTerm {
  const green = material.energy !== null;
  if (green && material.name !== "st-venant-kirchhoff") {
    throw new InputError(`bars know no material ${material.name}; accepted: linear-elastic and st-venant-kirchhoff`, {
      key: "regions",
    });
  }
  const count = elements.length;
  const X = new Float64Array(count * directions);
  const square = new Float64Array(count);
  const stiffness = new Float64Array(count);
  for (let e = 0; e < count; e++) {
    for (let d = 0; d < directions; d++) {
      const x = mesh.points[3 * nodes[2 * e + 1] + d] - mesh.points[3 * nodes[2 * e] + d];
      X[e * directions + d] = x;
      square[e] += x * x;
    }
    if (!(square[e] > 0)) {
      throw new InputError("the bar has no length", { key: `element ${elementNumber(mesh, elements[e])}` });
    }
    stiffness[e] = (youngs(material) * area) / Math.sqrt(square[e]);
  }
  const width = 2 * directions;
  const matrix = new Float64Array(width * width);
  const [own, other, d, db, middle] = [0, 1, 2, 3, 4].map(() => new Float64Array(directions + width));

  /** d = u_2 − u_1; returns the strain. */
  const stretch = (e: number, u: Vec, first: number, second: number, out: Vec): number => {
    let along = 0;
    for (let k = 0; k < directions; k++) {
      out[k] = u[second + k] - u[first + k];
      along += out[k] * (X[e * directions + k] + (green ? out[k] / 2 : 0));
    }
    return along / square[e];
  };
  const stretchOf = (e: number, u: Vec, out: Vec) =>
    stretch(e, u, directions * places[2 * e], directions * places[2 * e + 1], out);
  const push = (e: number, force: number, at: Vec, out: Vec) => {
    for (let k = 0; k < directions; k++) {
      const f = force * (X[e * directions + k] + (green ? at[k] : 0));
      out[directions * places[2 * e] + k] -= f;
      out[directions * places[2 * e + 1] + k] += f;
    }
  };
  /** ± (material (X + a)(X + b)ᵀ, symmetric part, + geometric 1) in the four blocks. */
  const stiffen = (e: number, material: number, geometric: number, a: Vec, b: Vec) => {
    for (let i = 0; i < directions; i++) {
      for (let j = 0; j < directions; j++) {
        const [xi, xj] = [X[e * directions + i], X[e * directions + j]];
        const product = green ? ((xi + a[i]) * (xj + b[j]) + (xi + b[i]) * (xj + a[j])) / 2 : xi * xj;
        const value = material * product + (i === j && green ? geometric : 0);
        matrix[i * width + j] = value;
        matrix[(directions + i) * width + directions + j] = value;
        matrix[i * width + directions + j] = -value;
        matrix[(directions + i) * width + j] = -value;
      }
    }
  };

  /** The force of the strain atStart e_a + atEnd e_b, along the bar in the middle of the step. */
  const strainBetween = (e: number, a: Vec, b: Vec, atStart: number, atEnd: number): number => {
    const strain = atStart * stretchOf(e, a, d) + atEnd * stretchOf(e, b, db);
    for (let k = 0; k < directions; k++) middle[k] = (d[k] + db[k]) / 2;
    return strain;
  };
  const addBetween = (a: Vec, b: Vec, atStart: number, atEnd: number, out: Vec) => {
    for (let e = 0; e < count; e++) push(e, stiffness[e] * strainBetween(e, a, b, atStart, atEnd), middle, out);
  };
  const addTangentBetween = (
    a: Vec,
    b: Vec,
    atStart: number,
    atEnd: number,
    assembly: ElementAssembly,
    values: Vec,
  ) => {
    for (let e = 0; e < count; e++) {
      const strain = strainBetween(e, a, b, atStart, atEnd);
      stiffen(e, (atEnd * stiffness[e]) / square[e], (stiffness[e] * strain) / 2, middle, db);
      assembly.add(e, matrix, values);
    }
  };

  return {
    pieces: { elements: places, perElement: 2 },
    symmetry: green ? MOVES_AND_TURNS : MOVES,
    energy(u) {
      let sum = 0;
      for (let e = 0; e < count; e++) {
        const strain = stretchOf(e, u, d);
        sum += (stiffness[e] * square[e] * strain * strain) / 2;
      }
      return sum;
    },
    addForce(u, out) {
      for (let e = 0; e < count; e++) push(e, stiffness[e] * stretchOf(e, u, d), d, out);
    },
    addTangent(u, assembly, values) {
      for (let e = 0; e < count; e++) {
        const strain = stretchOf(e, u, d);
        stiffen(e, stiffness[e] / square[e], stiffness[e] * strain, d, d);
        assembly.add(e, matrix, values);
      }
    },
    addMeanForce: (a, b, out) => addBetween(a, b, 0.5, 0.5, out),
    addMeanTangent: (a, b, assembly, values) => addTangentBetween(a, b, 0.5, 0.5, assembly, values),
    addResistance: (a, b, r, out) => addBetween(a, b, -r, r, out),
    addResistanceTangent: (a, b, r, assembly, values) => addTangentBetween(a, b, -r, r, assembly, values),
    energyOf(e, x) {
      const strain = stretch(e, x, 0, directions, own);
      return (stiffness[e] * square[e] * strain * strain) / 2;
    },
    difference(e, x, k, step) {
      const strain = stretch(e, x, 0, directions, other);
      const along = k % directions;
      const move = k < directions ? -step : step;
      const change = (move * (X[e * directions + along] + (green ? other[along] + move / 2 : 0))) / square[e];
      return ((stiffness[e] * square[e]) / 2) * change * (2 * strain + change);
    },
  };
}
