/** What the origin of the grid does to the momenta after the impact. */

import { twoPlaces as digits } from "../claim.js";
import type { Item } from "../reproduction.js";
import { cube, MESHES, MOMENTUM, SPACING } from "./cube.js";
import { byNewmark, bySteppingForces } from "./impact-motion.js";
import { last } from "./series.js";

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const ORIGINS = 6;

export const impactOrigins: Item = {
  id: "impact-origins",
  title: "The impact with six origins of the grid",
  long: true,
  reproduce() {
    const [mesh] = MESHES;
    const ends = Array.from({ length: ORIGINS }, (_, n) => {
      const thrown = cube(mesh);
      const origin = Array.from({ length: thrown.problem.system.dof }, (_, j) => {
        return SPACING * (((j + 1) * GOLDEN + n / ORIGINS) % 1);
      });
      const { momenta } = bySteppingForces(thrown, origin);
      return [1, 2].map((k) => last(momenta[k]));
    });
    const theirs = byNewmark(cube(mesh), 2e-9).momenta;
    const apart = Math.max(...ends.map((end) => Math.max(...end.map((p, k) => Math.abs(p - last(theirs[k + 1]))))));
    const span = (k: number) => {
      const all = ends.map((end) => end[k]);
      return `${digits(Math.min(...all))} … ${digits(Math.max(...all))}`;
    };
    return {
      claims: [
        {
          where: "Figure 22",
          says: "momenta at 80 µs, whatever the origin of the grid",
          paper: null,
          ours: `p_y ${span(0)}, p_z ${span(1)} kg m/s; Newmark ${digits(last(theirs[1]))} both: up to ${digits((100 * apart) / MOMENTUM, 2)} % of the initial momentum apart`,
          verdict: "not stated",
          remark: "V_h on a fixed grid is not invariant under translations, and the impact amplifies what that does.",
        },
      ],
      figures: [],
    };
  },
};
