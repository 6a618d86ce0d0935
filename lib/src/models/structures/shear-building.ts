/** n equal storeys, each a rigid floor on columns, under a motion of the ground. Coordinates are the displacements of the
 *  floors relative to the ground: M ü + C u̇ + K u = −M 1 ü_g(t).                      [chopra2012, ch. 9 and 13]
 *  Frequencies of the undamped building: ω_j = 2 √(k/m) sin((2j − 1) π / (4n + 2)). */
import { sin } from "../../core/elementary.js";
import { real, whole } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fromTriplets } from "../../linalg/matrix.js";
import { floorsOnColumns } from "../../scene/floors.js";
import { rayleighCoefficients, rayleighDamping } from "../../systems/damping.js";
import { linearSystem } from "../../systems/linear.js";
import { groundMotion } from "../../systems/loads.js";
import { model, startingFrom } from "../model.js";
import { syntheticRecord } from "./synthetic-record.js";

export const shearBuilding = model(
  {
    id: "shear-building",
    title: "Shear building under a ground motion",
    summary:
      "A frame of equal storeys shaken by an artificial earthquake, to tell the structure's damping from the scheme's.",
    parameters: {
      storeys: whole(5, "how many", { min: 1, max: 10_000 }),
      mass: real(2e5, "of each floor, kg", { min: Number.MIN_VALUE }),
      stiffness: real(3e8, "of each storey, N/m", { min: Number.MIN_VALUE }),
      damping: real(0.05, "damping ratio of the first two modes", { min: 0 }),
      displacement: real(0, "of the top floor at the start, the others in proportion to their height, m"),
      peak: real(3, "largest ground acceleration, m/s²; 0 for none"),
      seed: whole(1, "another number is another earthquake", { min: 0, max: 4294967295 }),
    },
    cites: ["chopra2012", "tajimi1960"],
    suggested: { step: 0.01, end: 30 },
  },
  ({ storeys: n, mass: m, stiffness: k, damping, displacement, peak, seed }) => {
    const mass = scalarMass(n, m);
    const stiffness = shearStiffness(n, k);
    const frequency = (mode: number) => 2 * Math.sqrt(k / m) * sin(((2 * mode - 1) * Math.PI) / (4 * n + 2));
    const [a0, a1] = rayleighCoefficients(damping, frequency(1), frequency(Math.min(2, n)));
    const system = linearSystem({
      mass,
      stiffness,
      damping: rayleighDamping(mass, stiffness, a0, a1),
      load: peak === 0 ? null : groundMotion({ mass, record: syntheticRecord({ seed, peak }) }),
      labels: Array.from({ length: n }, (_, i) => `u${i + 1}`),
    });
    const start = Float64Array.from({ length: n }, (_, i) => (displacement * (i + 1)) / n);
    return { ...startingFrom(system, start, new Float64Array(n)), scene: () => floorsOnColumns(n) };
  },
);

/** Storey i resists the displacement between floors i − 1 and i. */
function shearStiffness(n: number, k: number) {
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  const add = (i: number, j: number, value: number) => {
    rows.push(i);
    columns.push(j);
    values.push(value);
  };
  for (let i = 0; i < n; i++) {
    add(i, i, k);
    if (i === 0) continue;
    add(i - 1, i - 1, k);
    add(i - 1, i, -k);
    add(i, i - 1, -k);
  }
  return fromTriplets(n, rows, columns, values);
}
