import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { readDeck } from "../../../src/formats/deck/deck.js";
import { modelOfDeck } from "../../../src/formats/deck/differences.js";
import { buildProblem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { survives } from "../hostile.js";
import { bytes, differences, LOAD, MATERIALS, MESH, STEP, stepWith } from "./bricks.js";

test("materials, sections, supports, loads, amplitudes and the step", () => {
  const { model, notices, differences } = readDeck(bytes(MESH + MATERIALS + STEP), "folder/bricks.inp");
  expect(differences).toEqual([]);
  expect(notices).toEqual([
    "line 47: *DYNAMIC: the first accelerations are those of the loads, as in Abaqus; CalculiX smooths them over a tenth of an increment, and after sudden loads gets other motions (by 1.6 % in its own deck beamnldy)",
    "line 16: *ELEMENT: C3D8 is integrated with 2 × 2 × 2 points, as CalculiX does; Abaqus averages the change of volume in it and lumps its mass, and gets another result",
  ]);
  expect(model).toEqual({
    noether: 1,
    name: "Two bricks",
    system: {
      solid: {
        mesh: "bricks.inp",
        materials: {
          LOW: { model: "st-venant-kirchhoff", E: 1000, nu: 0.25, density: 2 },
          HIGH: { model: "mooney-rivlin", C10: 10, D1: 0.02, density: 1.5 },
        },
        damping: { rayleigh: [0.5, 0] },
        supports: [{ on: "FOOT", fix: ["x", "y", "z"] }],
        loads: [
          {
            on: "HEAD",
            force: [0, 0, "-8*(0 + (10)*(min(max(t, 0), 0.1) - 0) + (-10)*(min(max(t, 0.1), 0.2) - 0.1))"],
          },
          { on: "HIGH-P4", pressure: 7, follow: true },
          { gravity: [0, 0, -9.81] },
          { on: "TOP", pressure: 3, follow: true },
        ],
      },
    },
    method: { name: "hht", alpha: -0.1 },
    time: { end: 0.3, step: 0.01 },
  });
});

test("the model is one that can be built, with the deck as its mesh", () => {
  const deck = bytes(MESH + MATERIALS + STEP);
  const { model } = readDeck(deck, "bricks.inp");
  const { problem } = buildProblem(loadModel(JSON.stringify(model), { readFile: () => deck }));
  // Eight free nodes.
  expect(problem.system.dof).toBe(24);
  // At t = 0.05 the pulse is at half its height: four nodes with -1 each, pressure and weight.
  const load = new Float64Array(24);
  problem.system.load?.addTo(0.05, problem.q0, problem.v0, load);
  const vertical = load.filter((_, k) => k % 3 === 2).reduce((sum, value) => sum + value, 0);
  // The free nodes carry all of the upper brick's weight and half of the lower one's.
  expect(vertical).toBeCloseTo(-4 * 1 - 3 * 1 - 9.81 * (1.5 + 1), 10);
});

test("what changes the result and is not honoured is listed with its line; a deck that has it is refused", () => {
  const text = `${MESH}*MATERIAL, NAME=M
*ELASTIC
1000., 0.3
900., 0.3, 100.
*DENSITY
1.
*PLASTIC
10., 0.
*SOLID SECTION, ELSET=EALL, MATERIAL=M
*TIE, NAME=T
A, B
*WOBBLE
*STEP
*STATIC
*BOUNDARY
FOOT, 1, 6
*END STEP
*STEP
*FREQUENCY
5
*ENDSTEP
*STEP
*DYNAMIC
0.03, 0.1
*CLOAD
9, 4, 1.
9, 1, 1.
*DLOAD
LOW, CENTRIF, 3., 0., 0., 0., 0., 0., 1.
*END STEP
*STEP
*DYNAMIC
0.1, 0.1
*CLOAD
9, 2, 5.
*END STEP
*BOUNDARY
1, 1
`;
  const { model } = readDeck(bytes(text), "it.inp");
  expect(differences(text)).toEqual([
    "29 *ELASTIC: only its first line is used, not the dependence on temperature",
    "34 *PLASTIC: the material stays elastic here; elastic and hyperelastic materials are computed",
    "37 *TIE: couples displacements by equations; that needs constraints between the nodes of a solid, which there are not",
    "39 *WOBBLE: the card is not known here",
    "50 *DYNAMIC: its increment 0.03 becomes 0.025, of which 4 fill the step, where both programs choose them as they go; with DIRECT they keep them, too",
    "53 *CLOAD: solids have no force in direction 4",
    "54 *CLOAD: it acts suddenly on the equilibrium of the static step before, and the start would be the equilibrium under it; an amplitude that begins with 0 is taken over",
    '56 *DLOAD: "CENTRIF" is not known; accepted: P1 to P6, GRAV',
    "59 *DYNAMIC: one step is computed: that of line 50, *DYNAMIC, is",
    "64 *BOUNDARY: it stands after the end of a step; cards act before the first step or inside of one",
  ]);
  expect(model?.["start"]).toBe("equilibrium");
  expect(model?.["time"]).toEqual({ end: 0.1, step: 0.025 });
  const deck = readDeck(bytes(text), "it.inp");
  expect(() => modelOfDeck(deck, { file: "it.inp", acceptDifferences: false })).toThrow(
    /^it\.inp: 10 lines change the result and are not honoured:\n {2}line 29: .*\n {2}line 34: /,
  );
  const said = modelOfDeck(deck, { file: "it.inp", acceptDifferences: true }).notices;
  expect(said.filter(({ code }) => code === "deck-difference")).toHaveLength(10);
});

test("increments that the programs would choose, or end with a shorter one, change the result; explicit ones are theirs anyway", () => {
  const told = (keyword: string, row: string) => {
    const text = MESH + MATERIALS + STEP.replace(/\*DYNAMIC.*\n.*\n/, `${keyword}\n${row}\n`);
    return differences(text).filter((line) => line.includes("*DYNAMIC"));
  };
  expect(told("*DYNAMIC, DIRECT", "0.01, 0.1")).toEqual([]);
  expect(told("*DYNAMIC", "0.01, 0.1").join()).toMatch(/its increments stay at 0.01, where both programs choose them/);
  expect(told("*DYNAMIC, DIRECT=NO", "0.01, 0.1")).toHaveLength(1);
  expect(told("*DYNAMIC, DIRECT", "0.03, 0.1").join()).toMatch(
    /becomes 0.025.*give an increment that divides the step/,
  );
  expect(told("*DYNAMIC, EXPLICIT", "0.01, 0.1")).toEqual([]);
});

test("plane elements bring their thickness, trusses their area", () => {
  const plane = `*NODE
1, 0., 0.
2, 1., 0.
3, 0., 1.
*ELEMENT, TYPE=CPE3, ELSET=E
1, 1, 2, 3
*MATERIAL, NAME=M
*ELASTIC
1., 0.
*DENSITY
1.
*SOLID SECTION, ELSET=E, MATERIAL=M
0.2
*BOUNDARY
1, 1, 2
2, 2, 2, 0.5
`;
  const { model } = readDeck(bytes(plane), "it.inp", "motion");
  expect(model?.["system"]).toMatchObject({
    solid: {
      mass: "lumped",
      plane: "strain",
      thickness: 0.2,
      supports: [
        { on: { nodes: [1] }, fix: ["x", "y"] },
        { on: { nodes: [2] }, move: { y: 0.5 } },
      ],
    },
  });
  const truss = plane.replace("CPE3", "T2D2").replace("1, 1, 2, 3", "1, 1, 2\n2, 2, 3");
  expect(readDeck(bytes(truss), "it.inp").model?.["system"]).toMatchObject({ solid: { area: 0.2 } });
});

test.each([
  [
    "a material that is not there",
    MATERIALS.replace("MATERIAL=rubber", "MATERIAL=glue"),
    /it.inp:41: there is no material "glue"/,
  ],
  ["no density", MATERIALS.replace("*DENSITY\n2.\n", ""), /it.inp:28: the material Soft has no \*DENSITY/],
  ["a set that is not there", MATERIALS.replace("FOOT, E", "FEET, E"), /it.inp:43: there is no set of nodes "FEET"/],
  ["a node that is not there", MATERIALS.replace("FOOT, E", "77, E"), /it.inp:43: there is no node "77"/],
  [
    "a wrong number",
    MATERIALS.replace("1000., 0.25", "1000., O.25"),
    /it.inp:30: found "1000., O.25"; accepted: 2 numbers/,
  ],
  ["no section", "", /has no \*SOLID SECTION/],
  [
    "a material twice",
    MATERIALS.replace("NAME=Rubber", "NAME=soft"),
    /it.inp:34: the material "soft" is given twice; it was in line 28/,
  ],
  [
    "a section twice",
    MATERIALS.replace("ELSET=HIGH", "ELSET=LOW"),
    /it.inp:41: element 1 has a section by the set LOW already/,
  ],
  [
    "an element without a section",
    MATERIALS.replace("*SOLID SECTION, ELSET=HIGH, MATERIAL=rubber\n", ""),
    /element 2 has no \*SOLID SECTION/,
  ],
  [
    "directions that descend",
    MATERIALS.replace("FOOT, ENCASTRE", "FOOT, 3, 1"),
    /it.inp:43: the first direction, 3, is after the last, 1/,
  ],
  ["direction 0", MATERIALS.replace("FOOT, ENCASTRE", "FOOT, 0, 0, 0.1"), /it.inp:43: found the directions 0 to 0/],
  [
    "an amplitude that goes back",
    MATERIALS + STEP.replace("0.1, 1., 0.2", "0.3, 1., 0.2"),
    /it.inp:44: \*AMPLITUDE goes from t = 0.3 to 0.2/,
  ],
  [
    "an amplitude with half a point",
    MATERIALS + STEP.replace("0.2, 0.", "0.2"),
    /it.inp:44: \*AMPLITUDE has 5 numbers/,
  ],
  [
    "an amplitude twice",
    `${MATERIALS}*AMPLITUDE, NAME=pulse\n0., 1.\n${STEP}`,
    /it.inp:46: the amplitude "PULSE" is given twice/,
  ],
  [
    "an increment beyond the step",
    MATERIALS + STEP.replace("0.01, 0.3", "4294967296, 1e-4"),
    /it.inp:48: the increment 4294967296 is longer than the step/,
  ],
  [
    "gravity without a direction",
    MATERIALS + STEP.replace("9.81, 0., 0., -1.", "9.81"),
    /it.inp:53: GRAV has no direction/,
  ],
])("refused: %s", (_, text, reason) => {
  const { refusal } = readDeck(bytes(MESH + text), "it.inp");
  expect(refusal).toBeInstanceOf(InputError);
  expect(refusal?.message).toMatch(reason);
});

test("what the model refuses is said with a line of the deck, and in its words", () => {
  const load = (text: string) => () => {
    const { model, origins } = readDeck(bytes(text), "it.inp");
    buildProblem(loadModel(JSON.stringify(model), { file: "it.inp", origins, readFile: () => bytes(text) }));
  };
  expect(load(MESH + MATERIALS.replace("1000., 0.25", "1000., 0.75") + STEP)).toThrow(/^it\.inp:28: \*MATERIAL: nu: /);
  // A path of straight pieces: the velocity of the support jumps.
  const table = "*AMPLITUDE, NAME=RAMP\n0., 0., 0.05, 1., 0.08, 1.\n";
  const moved = stepWith("*BOUNDARY, AMPLITUDE=RAMP\nHEAD, 3, 3, 0.1\n").replace("*STEP", `${table}*STEP`);
  expect(load(moved)).toThrow(/^it\.inp:\d+: \*BOUNDARY: move\.z: its velocity jumps at t = 0\.05/);
});

test("shells, beams and fluids are refused by their lines, before a section is missed", () => {
  const text = stepWith(LOAD).replace("TYPE=C3D8,", "TYPE=S8R,").replace("*SOLID", "*SHELL");
  expect(differences(text)).toEqual([
    "16 *ELEMENT, TYPE=S8R: shells are not computed; solids, plane elements and bars are",
    expect.stringMatching(/^33 \*SHELL SECTION: /),
  ]);
});

test("whatever is done to a deck, it is understood or refused", () => {
  survives(MESH + MATERIALS + STEP, (text) => readDeck(bytes(text), "it"), 400);
});
