import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { readDeck } from "../../../src/formats/deck/deck.js";
import { buildProblem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { survives } from "../hostile.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Two bricks, one on the other. */
const MESH = `*HEADING
Two bricks
*NODE, NSET=NALL
1, 0., 0., 0.
2, 1., 0., 0.
3, 1., 1., 0.
4, 0., 1., 0.
5, 0., 0., 1.
6, 1., 0., 1.
7, 1., 1., 1.
8, 0., 1., 1.
9, 0., 0., 2.
10, 1., 0., 2.
11, 1., 1., 2.
12, 0., 1., 2.
*ELEMENT, TYPE=C3D8R, ELSET=LOW
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8R, ELSET=HIGH
2, 5, 6, 7, 8, 9, 10, 11, 12
*ELSET, ELSET=EALL
LOW, HIGH
*NSET, NSET=FOOT, GENERATE
1, 4
*NSET, NSET=HEAD
9, 10, 11, 12
*SURFACE, NAME=TOP
HIGH, S2
`;

const MATERIALS = `*MATERIAL, NAME=Soft
*ELASTIC
1000., 0.25
*DENSITY
2.
*DAMPING, ALPHA=0.5, BETA=0.01
*MATERIAL, NAME=Rubber
*HYPERELASTIC, NEO HOOKE
10., 0.02
*DENSITY
1.5
*DAMPING, ALPHA=0.5, BETA=0.01
*SOLID SECTION, ELSET=LOW, MATERIAL=SOFT
*SOLID SECTION, ELSET=HIGH, MATERIAL=rubber
*BOUNDARY
FOOT, ENCASTRE
`;

const STEP = `*AMPLITUDE, NAME=PULSE
0., 0., 0.1, 1., 0.2, 0.
*STEP, NLGEOM
*DYNAMIC, DIRECT, ALPHA=-0.1
0.01, 0.3
*CLOAD, AMPLITUDE=PULSE
HEAD, 3, -2.
*DLOAD
HIGH, P4, 7.
EALL, GRAV, 9.81, 0., 0., -1.
*DSLOAD
TOP, P, 3.
*NODE FILE
U
*END STEP
`;

test("materials, sections, supports, loads, amplitudes and the step", () => {
  const { model, notices } = readDeck(bytes(MESH + MATERIALS + STEP), "folder/bricks.inp");
  expect(notices).toEqual([]);
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
        damping: { rayleigh: [0.5, 0.01] },
        supports: [{ on: "FOOT", fix: ["x", "y", "z"] }],
        loads: [
          {
            on: "HEAD",
            force: [0, 0, "-8*(0 + (10)*(min(max(t, 0), 0.1) - 0) + (-10)*(min(max(t, 0.1), 0.2) - 0.1))"],
          },
          { on: "HIGH-P4", pressure: 7 },
          { gravity: [0, 0, -9.81] },
          { on: "TOP", pressure: 3 },
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

test("what is not taken over is listed with its line, and whether it changes the result", () => {
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
*STEP
*STATIC
*BOUNDARY
FOOT, 1, 6
*END STEP
*STEP
*FREQUENCY
5
*END STEP
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
`;
  const { model, notices } = readDeck(bytes(text), "it.inp");
  expect(notices).toEqual([
    "line 45: *FREQUENCY is not taken over: frequencies are what noether analyze gives",
    "line 58: *DYNAMIC is not taken over: one dynamic step is integrated",
    "line 49: *DYNAMIC is not taken over: its increment 0.03 becomes 0.025, of which 4 fill the step",
    "line 29: *ELASTIC is not taken over, and it changes the result: only its first line is used, not the dependence on temperature",
    "line 34: *PLASTIC is not taken over, and it changes the result: the material M stays elastic",
    "line 52: *CLOAD is not taken over, and it changes the result: solids have no moments: direction 4",
    'line 55: *DLOAD is not taken over, and it changes the result: "CENTRIF" is not known; accepted: P1 to P6, GRAV',
    "line 60: *CLOAD is not taken over: it belongs to a step that is not integrated",
    "line 37: *TIE is not taken over, and it changes the result: it is not known here",
  ]);
  expect(model["start"]).toBe("equilibrium");
  expect(model["time"]).toEqual({ end: 0.1, step: 0.025 });
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
  const { model } = readDeck(bytes(plane), "it.inp");
  expect(model["system"]).toMatchObject({
    solid: {
      plane: "strain",
      thickness: 0.2,
      supports: [
        { on: { nodes: [1] }, fix: ["x", "y"] },
        { on: { nodes: [2] }, move: { y: 0.5 } },
      ],
    },
  });
  const truss = plane.replace("CPE3", "T2D2").replace("1, 1, 2, 3", "1, 1, 2\n2, 2, 3");
  expect(readDeck(bytes(truss), "it.inp").model["system"]).toMatchObject({ solid: { area: 0.2 } });
});

test.each([
  [
    "a material that is not there",
    MATERIALS.replace("MATERIAL=rubber", "MATERIAL=glue"),
    /it.inp:41: there is no material "glue"/,
  ],
  ["no density", MATERIALS.replace("*DENSITY\n2.\n", ""), /it.inp:28: the material Soft has no \*DENSITY/],
  ["a set that is not there", MATERIALS.replace("FOOT, E", "FEET, E"), /it.inp:43: there is no set of nodes "FEET"/],
  [
    "a wrong number",
    MATERIALS.replace("1000., 0.25", "1000., O.25"),
    /it.inp:30: found "1000., O.25"; accepted: 2 numbers/,
  ],
  [
    "another elasticity",
    MATERIALS.replace("*ELASTIC", "*ELASTIC, TYPE=ORTHOTROPIC"),
    /type ORTHOTROPIC; accepted: ISOTROPIC/,
  ],
  ["no section", "", /has no \*SOLID SECTION/],
])("refused: %s", (_, text, reason) => {
  expect(() => readDeck(bytes(MESH + text), "it.inp")).toThrow(InputError);
  expect(() => readDeck(bytes(MESH + text), "it.inp")).toThrow(reason);
});

test("shells are refused in words", () => {
  expect(() => readDeck(bytes((MESH + MATERIALS).replaceAll("C3D8R", "S8R")), "it.inp")).toThrow(/is made of shells/);
});

test("whatever is done to a deck, it is understood or refused", () => {
  survives(MESH + MATERIALS + STEP, (text) => readDeck(bytes(text), "it"), 400);
});
