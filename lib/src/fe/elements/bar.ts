/** Straight bars: V = A L W(e) of the strain along the bar, with the energy W of the material under tension along one direction. With Green's strain
 *  e = (l² − L²)/2L² a turned bar is not strained; linear elastic bars have e = d·X/L².
 *
 *  The force is A/L W′(e) (X + d). Over a step it is A/L (ΔW/Δe) (X + d̄), which does exactly the work of the step: Δe = (X + d̄)·Δd/L². */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, elementNumber, type Mesh } from "../../mesh/mesh.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";
import { type LineExpression, lineFunctions, lineLaw } from "../../symbolic/line-law.js";
import type { Material } from "../materials/material.js";
import type { Region } from "../solid-description.js";
import type { Massive } from "./element-mass.js";
import { type EnergyTerm, MOVES, MOVES_AND_TURNS } from "./energy-term.js";
import { type LineKinematics, lineTerm } from "./line-term.js";

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

/** The energy that bars of the material have by their strain. */
export function energyAlong({ name, uniaxial }: Material): LineExpression {
  if (uniaxial !== undefined) return uniaxial;
  throw new InputError(`bars know no material ${name}; accepted: linear-elastic and st-venant-kirchhoff`, {
    key: "regions",
  });
}

/** `places`: their nodes as u counts them. */
export function barPart(
  { mesh, material, area, elements, nodes }: Bars,
  places: Int32Array,
  directions: number,
): EnergyTerm {
  const green = material.energy !== null;
  const law = lineLaw(energyAlong(material));
  const count = elements.length;
  const X = new Float64Array(count * directions);
  /** A L, 1/L² and A/L. */
  const volume = new Float64Array(count);
  const perSquare = new Float64Array(count);
  const scale = new Float64Array(count);
  for (let e = 0; e < count; e++) {
    let square = 0;
    for (let d = 0; d < directions; d++) {
      const x = mesh.points[3 * nodes[2 * e + 1] + d] - mesh.points[3 * nodes[2 * e] + d];
      X[e * directions + d] = x;
      square += x * x;
    }
    if (!(square > 0)) {
      throw new InputError("the bar has no length", { key: `element ${elementNumber(mesh, elements[e])}` });
    }
    volume[e] = area * Math.sqrt(square);
    perSquare[e] = 1 / square;
    scale[e] = area / Math.sqrt(square);
  }
  const one = lineFunctions(law);
  const width = 2 * directions;
  const matrix = new Float64Array(width * width);
  /** What forces act along, and how the strain changes with d at the end of a step: X + d̄ and X + d_b, for linear bars X. */
  const along = X.slice();
  const end = green ? new Float64Array(X.length) : X;
  const own = new Float64Array(directions);

  const at: LineKinematics["at"] = (u, strains) => {
    for (let e = 0; e < count; e++) {
      const first = directions * places[2 * e];
      const second = directions * places[2 * e + 1];
      let sum = 0;
      for (let k = 0, i = e * directions; k < directions; k++, i++) {
        const d = u[second + k] - u[first + k];
        sum += d * (green ? X[i] + d / 2 : X[i]);
        if (green) along[i] = X[i] + d;
      }
      strains[e] = sum * perSquare[e];
    }
  };
  const between: LineKinematics["between"] = (a, b, strains, changes) => {
    for (let e = 0; e < count; e++) {
      const first = directions * places[2 * e];
      const second = directions * places[2 * e + 1];
      let sum = 0;
      let move = 0;
      for (let k = 0, i = e * directions; k < directions; k++, i++) {
        const before = a[second + k] - a[first + k];
        const after = b[second + k] - b[first + k];
        if (green) {
          along[i] = X[i] + (before + after) / 2;
          end[i] = X[i] + after;
        }
        sum += before * (green ? X[i] + before / 2 : X[i]);
        move += (after - before) * along[i];
      }
      strains[e] = sum * perSquare[e];
      changes[e] = move * perSquare[e];
    }
  };
  const push: LineKinematics["push"] = (slopes, factor, out) => {
    for (let e = 0; e < count; e++) {
      const force = factor * scale[e] * slopes[e];
      const first = directions * places[2 * e];
      const second = directions * places[2 * e + 1];
      for (let k = 0, i = e * directions; k < directions; k++, i++) {
        out[first + k] -= force * along[i];
        out[second + k] += force * along[i];
      }
    }
  };
  /** ± (symmetric part of curvature (X + d̄)(X + d_b)ᵀ/L² + slope 1, over a step half of it) A/L in the four blocks. */
  const stiffen: LineKinematics["stiffen"] = (slopes, curvatures, factor, over, assembly, values) => {
    const [other, share] = over === "state" ? [along, 1] : [end, 0.5];
    for (let e = 0; e < count; e++) {
      const ofStrain = (factor * scale[e] * curvatures[e] * perSquare[e]) / 2;
      const ofTurn = green ? factor * share * scale[e] * slopes[e] : 0;
      for (let i = 0; i < directions; i++) {
        const pi = along[e * directions + i];
        const qi = other[e * directions + i];
        for (let j = 0; j < directions; j++) {
          const product = pi * other[e * directions + j] + qi * along[e * directions + j];
          const value = ofStrain * product + (i === j ? ofTurn : 0);
          matrix[i * width + j] = value;
          matrix[(directions + i) * width + directions + j] = value;
          matrix[i * width + directions + j] = -value;
          matrix[(directions + i) * width + j] = -value;
        }
      }
      assembly.add(e, matrix, values);
    }
  };
  /** own = d of one bar, from the displacements of its ends; returns the strain. */
  const ownStrain = (e: number, x: Vec): number => {
    let sum = 0;
    for (let k = 0; k < directions; k++) {
      own[k] = x[directions + k] - x[k];
      sum += own[k] * (X[e * directions + k] + (green ? own[k] / 2 : 0));
    }
    return sum * perSquare[e];
  };

  return {
    pieces: { elements: places, perElement: 2 },
    symmetry: green ? MOVES_AND_TURNS : MOVES,
    ...lineTerm(law, { weight: volume, at, between, push, stiffen }),
    energyOf: (e, x) => volume[e] * one.energy(ownStrain(e, x)),
    difference(e, x, k, step) {
      const strain = ownStrain(e, x);
      const i = k % directions;
      const move = k < directions ? -step : step;
      const change = move * (X[e * directions + i] + (green ? own[i] + move / 2 : 0)) * perSquare[e];
      return volume[e] * one.change(strain, change);
    },
  };
}
