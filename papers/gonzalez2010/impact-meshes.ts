/** The impact on meshes II and III, which the paper uses for the sizes of steps alone. */
import type { Figure } from "noether/report";
import { twoPlaces as digits, stated } from "../claim.js";
import type { Claim, Item, Outcome } from "../reproduction.js";
import { type CubeMesh, cube, MESHES, MOMENTUM } from "./cube.js";
import { byNewmark, bySteppingForces, type ImpactMotion } from "./impact-motion.js";
import { last, range } from "./series.js";

const STEP = 2e-9;

interface Pair {
  readonly mesh: CubeMesh;
  readonly ours: ImpactMotion;
  readonly theirs: ImpactMotion;
}

function onMeshes(): Outcome {
  const pairs = MESHES.map((mesh) => ({
    mesh,
    ours: bySteppingForces(cube(mesh)),
    theirs: byNewmark(cube(mesh), STEP),
  }));
  return { claims: pairs.slice(1).map(followed), figures: [{ name: "impact-meshes", figure: drawn(pairs) }] };
}

function followed({ mesh, ours, theirs }: Pair): Claim {
  const energy = range(ours.total) / ours.total[0];
  const apart = ours.momenta.slice(0, 3).map((p, k) => Math.abs(last(p) - last(theirs.momenta[k])) / MOMENTUM);
  const list = ({ momenta }: ImpactMotion) =>
    momenta
      .slice(0, 3)
      .map((p) => digits(last(p)))
      .join(", ");
  return stated(
    "beyond the paper",
    `on mesh ${mesh.name} as on mesh I: energy exact, momenta those of Newmark`,
    `energy varies by ${digits(energy)}; p at 80 µs ${list(ours)} kg m/s, Newmark ${list(theirs)}`,
    energy < 1e-11 && Math.max(...apart) < 0.06,
    `Up to ${digits(100 * Math.max(...apart), 2)} % of the initial momentum apart; ${ours.steps} faces where the force changes.`,
  );
}

function drawn(pairs: readonly Pair[]): Figure {
  const micro = ({ t }: ImpactMotion) => t.map((time) => 1e6 * time);
  return {
    panels: [
      {
        title: "Momentum along y",
        shape: "wide",
        x: { label: "t", unit: "µs", scale: "linear" },
        y: { label: "momentum", unit: "kg m/s", scale: "linear" },
        series: pairs.flatMap(({ mesh, ours, theirs }, k) => [
          { name: `mesh ${mesh.name}`, x: micro(ours), y: ours.momenta[1], style: "line", colour: k } as const,
          {
            name: `mesh ${mesh.name}, Newmark`,
            x: micro(theirs),
            y: theirs.momenta[1],
            style: "line",
            colour: k,
            dash: "dashed",
          } as const,
        ]),
      },
    ],
  };
}

export const impactMeshes: Item = {
  id: "impact-meshes",
  title: "Oblique impact on meshes I, II and III",
  long: true,
  reproduce: onMeshes,
};
