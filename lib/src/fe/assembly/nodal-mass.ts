/** The mass that each node of a mesh stands for: M applied to a translation. Gravity and motions of the ground act on it, so that a free
 *  body falls without being deformed. */
import type { Vec } from "../../core/vec.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, nodeCount } from "../../mesh/mesh.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";
import { elementMasses, lumped } from "../elements/element-mass.js";
import type { SolidDescription } from "../solid-description.js";

/** One number a node; point masses are counted. */
export function nodalMasses(parts: Pick<SolidDescription, "mesh" | "regions" | "mass" | "plane" | "attachments">): Vec {
  const { mesh, regions, mass, plane, attachments } = parts;
  const out = new Float64Array(nodeCount(mesh));
  const starts = blockStarts(mesh);
  const thickness = plane?.thickness ?? 1;
  for (const { material, elements, area = 1 } of regions) {
    mesh.blocks.forEach((block, b) => {
      const own = elements.filter((element) => element >= starts[b] && element < starts[b + 1]);
      if (own.length === 0) return;
      const width = elementType(block.type).nodes;
      const nodes = Int32Array.from({ length: own.length * width }, (_, i) => {
        const element = own[Math.floor(i / width)] - starts[b];
        return block.nodes[element * width + (i % width)];
      });
      const shape = shapeOf(block.type);
      const density = material.density * (shape.dimension === 1 ? area : thickness);
      const shares = new Float64Array(width);
      elementMasses(mesh, { shape, nodes, density }, (e, masses) => {
        if (mass === "lumped") lumped(block.type, masses, shares);
        else rowSums(masses, shares);
        for (let a = 0; a < width; a++) out[nodes[e * width + a]] += shares[a];
      });
    });
  }
  for (const each of attachments) if (each.kind === "mass") out[each.node] += each.mass;
  return out;
}

function rowSums(matrix: Vec, out: Vec): void {
  const { length } = out;
  for (let a = 0; a < length; a++) {
    out[a] = 0;
    for (let b = 0; b < length; b++) out[a] += matrix[a * length + b];
  }
}

/** Forces of an acceleration that is the same everywhere, three numbers a node. */
export function weightPattern(masses: Vec, acceleration: readonly [number, number, number]): Vec {
  const pattern = new Float64Array(3 * masses.length);
  masses.forEach((mass, node) => {
    for (let c = 0; c < 3; c++) pattern[3 * node + c] = mass * acceleration[c];
  });
  return pattern;
}
