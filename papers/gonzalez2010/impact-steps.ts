/** Figure 23: the average step over the spacing of the grid, on three meshes. */
import type { Figure } from "noether/report";
import { twoPlaces as digits, printedWithin, stated } from "../claim.js";
import type { Claim, Item, Outcome } from "../reproduction.js";
import { type Cube, cube, END, MESHES, SPACING } from "./cube.js";
import { allFaces, kinks } from "./faces.js";
import { slope } from "./slope.js";

interface Averages {
  readonly nodes: number;
  /** Average steps, in ns: between all faces, and between those where the force changes. */
  readonly faces: readonly number[];
  readonly kinks: readonly number[];
}

function averages(thrown: Cube, grids: readonly number[], end: number): Averages {
  const average = (count: typeof allFaces) => grids.map((grid) => (1e9 * end) / count(thrown.problem, grid, end));
  return { nodes: thrown.nodes, faces: average(allFaces), kinks: average(kinks) };
}

function scaling(grids: readonly number[], end: number): Outcome {
  const all = MESHES.map((mesh) => averages(cube(mesh), grids, end));
  const overNodes = (of: "faces" | "kinks", k: number) =>
    slope(
      all.map(({ nodes }) => nodes),
      all.map((each) => each[of][k]),
    );
  const overSpacing = (of: "faces" | "kinks") => all.map((each) => slope(grids, each[of]));
  const scaled = all.map(({ faces, nodes }) => (1e-9 * faces[0] * nodes * nodes) / grids[0]);
  const list = (values: readonly number[], count = 3) => values.map((value) => digits(value, count)).join(", ");
  return {
    claims: [
      stated(
        "section 6.3",
        "meshes I, II and III have 213, 375 and 1287 degrees of freedom",
        list(
          all.map(({ nodes }) => 3 * nodes),
          4,
        ),
        all.map(({ nodes }) => 3 * nodes).join() === "213,375,1287",
        "Two cells a side of 24 and of 48 tetrahedra, and four cells a side of 24.",
      ),
      stated(
        "Figure 23",
        "the average step is O(h)",
        `slopes ${list(overSpacing("faces"))} on meshes I, II, III over the first ${digits(1e6 * end)} µs`,
        overSpacing("faces").every((order) => Math.abs(order - 1) < 0.2),
      ),
      stated(
        "Figure 23",
        "the average step is O(1/N²)",
        `N to the power of ${list(grids.map((_, k) => overNodes("faces", k)))} for h = ${list(grids)} m; dt N²/h = ${list(scaled)} s/m`,
        grids.every((_, k) => Math.abs(overNodes("faces", k) + 2) < 0.2),
        "Every pair of coordinates passes one another: N² faces.",
      ),
      stated(
        "beyond the paper",
        "between faces where the force changes it is O(1/N) or longer",
        `N to the power of ${list(grids.map((_, k) => overNodes("kinks", k)))}`,
        grids.every((_, k) => overNodes("kinks", k) > -1.1),
        "A node has as many neighbours in a large mesh as in a small one: this is what the sparse form costs.",
      ),
    ],
    figures: [{ name: "figure-23", figure: drawn(all, grids, end) }],
  };
}

function drawn(all: readonly Averages[], grids: readonly number[], end: number): Figure {
  const finest = grids[grids.length - 1];
  return {
    panels: [
      {
        title: `Average step over the first ${digits(1e6 * end)} µs, every face counted`,
        shape: "wide",
        x: { label: "spacing of the grid", unit: "m", scale: "log" },
        y: { label: "average step", unit: "ns", scale: "log" },
        series: all.map(({ nodes, faces }, k) => ({
          name: `mesh ${MESHES[k]?.name}, N = ${nodes}`,
          x: grids,
          y: faces,
          style: "marked",
          colour: k,
        })),
      },
      {
        title: "The same over the number of nodes",
        shape: "wide",
        x: { label: "nodes", scale: "log" },
        y: { label: "average step", unit: "ns", scale: "log" },
        series: (["faces", "kinks"] as const).map((of, k) => ({
          name: `${of === "faces" ? "every face" : "where the force changes"}, h = ${finest} m`,
          x: all.map(({ nodes }) => nodes),
          y: all.map((each) => each[of][grids.length - 1] ?? Number.NaN),
          style: "marked",
          colour: k,
        })),
      },
    ],
  };
}

/** Everything counted, for as long as the motion of Figures 19 to 22. */
function everyFace(): Outcome {
  const [mesh] = MESHES;
  const { problem } = cube(mesh);
  const average = (end: number) => (1e9 * end) / allFaces(problem, SPACING, end);
  const claim: Claim = printedWithin(
    "section 6.3",
    "average step in ns, of the order of 0.2, counting every face, over 80 µs",
    {
      paper: 0.2,
      ours: average(END),
      within: 0.25,
      remark: `${digits(average(20e-6), 3)} ns over 20 µs: once the cube is deformed, nodes move against one another and cross many more faces than in free flight. 0.2 ns is what the first 4 µs give, or the faces where the force changes.`,
    },
  );
  return { claims: [claim], figures: [] };
}

export const impactStepItems: readonly Item[] = [
  {
    id: "figure-23",
    title: "Impact: average steps on meshes I, II and III over 20 µs",
    long: true,
    reproduce: () => scaling([1e-3, 5e-4, 2.5e-4], 20e-6),
  },
  { id: "impact-all-faces", title: "Impact: every face counted over 80 µs", long: true, reproduce: everyFace },
];
