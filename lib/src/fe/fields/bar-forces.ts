/** The forces in bars: N = A W′(e), with Green's strain times the stretch l/L, which makes it the force along the bar as it lies now. */
import type { Vec } from "../../core/vec.js";
import type { BodyField } from "../../mesh/body.js";
import { blockStarts } from "../../mesh/mesh.js";
import { lineFunctions, lineLaw } from "../../symbolic/line-law.js";
import { energyAlong } from "../elements/bar.js";
import type { Solid } from "../solid.js";

/** `place`: of every element of the mesh among those of the body. */
export function barForces({ parts, displacements }: Solid, place: Int32Array): BodyField {
  const { mesh, regions } = parts;
  const starts = blockStarts(mesh);
  const u = new Float64Array(mesh.points.length);
  const d = new Float64Array(3);
  const forceOf = (element: number, stress: (strain: number) => number, green: boolean): number => {
    const b = starts.findIndex((start) => start > element) - 1;
    const at = 2 * (element - starts[b]);
    const [from, to] = [3 * mesh.blocks[b].nodes[at], 3 * mesh.blocks[b].nodes[at + 1]];
    let [square, along] = [0, 0];
    for (let c = 0; c < 3; c++) {
      const X = mesh.points[to + c] - mesh.points[from + c];
      d[c] = u[to + c] - u[from + c];
      square += X * X;
      along += d[c] * (X + (green ? d[c] / 2 : 0));
    }
    const strain = along / square;
    return stress(strain) * (green ? Math.sqrt(1 + 2 * strain) : 1);
  };
  const stresses = regions.map(({ material }) => lineFunctions(lineLaw(energyAlong(material))).slope);
  return {
    name: "axial-force",
    on: "elements",
    components: [],
    evaluate(t: number, q: Vec, _v: Vec, out: Vec) {
      displacements(t, q, u);
      regions.forEach(({ material, elements, area = 1 }, k) => {
        for (const element of elements)
          out[place[element]] = area * forceOf(element, stresses[k], material.energy !== null);
      });
    },
  };
}
