import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { readDeck } from "../../../src/formats/deck/deck.js";
import { modelOfDeck } from "../../../src/formats/deck/differences.js";
import { buildProblem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { survives } from "../hostile.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The model of a deck that is computed as it is. */
const accepted = (text: string) =>
  modelOfDeck(readDeck(bytes(text), "it.inp"), { file: "it.inp", acceptDifferences: false }).model;

/** What is refused of a deck, line by line. */
const differences = (text: string, purpose: "motion" | "modes" = "motion") =>
  readDeck(bytes(text), "it.inp", purpose).differences.map(({ line, card, why }) => `${line} ${card}: ${why}`);

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
*ELEMENT, TYPE=C3D8, ELSET=LOW
1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=C3D8, ELSET=HIGH
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
*DAMPING, ALPHA=0.5
*MATERIAL, NAME=Rubber
*HYPERELASTIC, NEO HOOKE
10., 0.02
*DENSITY
1.5
*DAMPING, ALPHA=0.5
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
  const { model, notices, differences } = readDeck(bytes(MESH + MATERIALS + STEP), "folder/bricks.inp");
  expect(differences).toEqual([]);
  expect(notices).toEqual([
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
  const { model, notices } = readDeck(bytes(text), "it.inp");
  expect(differences(text)).toEqual([
    "29 *ELASTIC: only its first line is used, not the dependence on temperature",
    "34 *PLASTIC: the material stays elastic here; elastic and hyperelastic materials are computed",
    "37 *TIE: couples displacements by equations; that needs constraints between the nodes of a solid, which there are not",
    "39 *WOBBLE: the card is not known here",
    "53 *CLOAD: solids have no force in direction 4",
    "54 *CLOAD: it acts suddenly on the equilibrium of the static step before, and the start would be the equilibrium under it; an amplitude that begins with 0 is taken over",
    '56 *DLOAD: "CENTRIF" is not known; accepted: P1 to P6, GRAV',
    "59 *DYNAMIC: one step is computed: that of line 50, *DYNAMIC, is",
    "64 *BOUNDARY: it stands after the end of a step; cards act before the first step or inside of one",
  ]);
  expect(notices).toContain("line 50: *DYNAMIC: its increment 0.03 becomes 0.025, of which 4 fill the step");
  expect(model?.["start"]).toBe("equilibrium");
  expect(model?.["time"]).toEqual({ end: 0.1, step: 0.025 });
  const deck = readDeck(bytes(text), "it.inp");
  expect(() => modelOfDeck(deck, { file: "it.inp", acceptDifferences: false })).toThrow(
    /^it\.inp: 9 lines change the result and are not honoured:\n {2}line 29: .*\n {2}line 34: /,
  );
  const said = modelOfDeck(deck, { file: "it.inp", acceptDifferences: true }).notices;
  expect(said.filter(({ code }) => code === "deck-difference")).toHaveLength(9);
});

/** Two bricks with a material and supports, then a step. */
const LINEAR = `${MESH}*MATERIAL, NAME=M
*ELASTIC
1000., 0.3
*DENSITY
1.
*SOLID SECTION, ELSET=EALL, MATERIAL=M
*BOUNDARY
FOOT, 1, 3
*AMPLITUDE, NAME=A
0., 0., 1., 1.
*AMPLITUDE, NAME=SUDDEN
0., 1., 1., 1.
`;
const stepWith = (cards: string, head = "*STEP") => `${LINEAR}${head}\n*DYNAMIC, DIRECT\n0.1, 1.\n${cards}*END STEP\n`;
const LOAD = "*CLOAD, AMPLITUDE=A\nHEAD, 3, 1.\n";

test("a deck that is computed as it is", () => {
  expect(differences(stepWith(LOAD))).toEqual([]);
  expect(accepted(stepWith(LOAD))).toMatchObject({
    method: { name: "hht", alpha: -0.05 },
    time: { end: 1, step: 0.1 },
  });
});

const STATIC = "*STEP\n*STATIC\n*DLOAD\nEALL, GRAV, 9.81, 0., 0., -1.\n*END STEP\n";
const afterStatic = (cards: string) => stepWith(cards).replace("*STEP\n*DYNAMIC", `${STATIC}*STEP\n*DYNAMIC`);

test("a static step gives the start where nothing jumps between the steps", () => {
  expect(differences(afterStatic(LOAD))).toEqual([]);
  expect(accepted(afterStatic(LOAD))).toMatchObject({ start: "equilibrium" });
});

test.each<[string, string, RegExp]>([
  [
    "loads of static and dynamic steps that are not one another",
    afterStatic("*CLOAD\nHEAD, 3, 1.\n"),
    /acts suddenly on the equilibrium/,
  ],
  [
    "a load that replaces that of the static step",
    afterStatic("*DLOAD, AMPLITUDE=A\nEALL, GRAV, 1., 1., 0., 0.\n"),
    /the same load has been given before/,
  ],
  ["OP=NEW", afterStatic("*DLOAD, OP=NEW, AMPLITUDE=A\nEALL, P2, 1.\n"), /OP=NEW takes away/],
  [
    "supports that begin with the dynamic step",
    afterStatic("*BOUNDARY\n9, 1, 1\n"),
    /what was free in the static step/,
  ],
  [
    "reduced integration",
    stepWith(LOAD).replace("TYPE=C3D8,", "TYPE=C3D8R,"),
    /^16 \*ELEMENT, TYPE=C3D8R: with reduced integration/,
  ],
  ["incompatible modes", stepWith(LOAD).replace("TYPE=C3D8,", "TYPE=C3D8I,"), /incompatible modes/],
  [
    "initial stress without a row",
    stepWith(LOAD).replace("*STEP", "*INITIAL CONDITIONS, TYPE=STRESS, USER\n*STEP"),
    /TYPE=STRESS: accepted: VELOCITY/,
  ],
  [
    "initial velocities of a part",
    stepWith(LOAD).replace("*STEP", "*INITIAL CONDITIONS, TYPE=VELOCITY\nHEAD, 1, 1.\n*STEP"),
    /HEAD is a part/,
  ],
  ["a rotation with a value", stepWith("*BOUNDARY\n9, 4, 4, 0.1\n"), /solids have no rotations/],
  ["gravity on a part", stepWith("*DLOAD\nLOW, GRAV, 1., 0., 0., -1.\n"), /gravity acts on everything/],
  ["a delay without an amplitude", stepWith("*CLOAD, TIME DELAY=1.\n9, 1, 1.\n"), /no amplitude to delay/],
  ["the same force twice", stepWith("*CLOAD\nHEAD, 3, 1.\n9, 3, 1.\n"), /the same load has been given before/],
  [
    "a support that changes",
    stepWith("*BOUNDARY, AMPLITUDE=A\nFOOT, 3, 3, 0.1\n"),
    /it changes what holds direction 3/,
  ],
  ["a displacement that jumps", stepWith("*BOUNDARY\nHEAD, 3, 3, 0.1\n"), /the displacement jumps/],
  [
    "a displacement at large strain",
    stepWith("*BOUNDARY, AMPLITUDE=A\nHEAD, 3, 3, 0.1\n", "*STEP, NLGEOM"),
    /at large displacements/,
  ],
  [
    "stiffness damping at large strain",
    stepWith(LOAD, "*STEP, NLGEOM").replace("*DENSITY", "*DAMPING, BETA=1e-3\n*DENSITY"),
    /BETA takes the stiffness at rest/,
  ],
  ["more increments than INC", stepWith(LOAD, "*STEP, INC=5"), /INC allows 5 increments, which end at t = 0.5/],
  [
    "more increments than the usual",
    stepWith(LOAD).replace("0.1, 1.", "0.005, 1."),
    /without INC, 100 increments are the most/,
  ],
  [
    "a parameter that is not known",
    stepWith(LOAD).replace("DIRECT", "DIRECT, RELATIVE TO ABSOLUTE"),
    /RELATIVE TO ABSOLUTE: the parameter is not known/,
  ],
  ["loads before the steps", LINEAR + LOAD + stepWith("").slice(LINEAR.length), /loads belong into a step/],
  [
    "a ramp over the step",
    stepWith(LOAD, "*STEP, AMPLITUDE=RAMP"),
    /AMPLITUDE=RAMP: accepted: loads act from the beginning/,
  ],
  [
    "total time after another step",
    afterStatic(LOAD).replace("NAME=A", "NAME=A, TIME=TOTAL TIME"),
    /TIME=TOTAL TIME counts/,
  ],
  [
    "elements of two dimensions",
    stepWith(LOAD).replace("*NSET, NSET=HEAD", "*ELEMENT, TYPE=T3D2, ELSET=BARS\n3, 1, 2\n*NSET, NSET=HEAD"),
    /elements of another dimension/,
  ],
  [
    "a set with nodes that are not there",
    stepWith(LOAD).replace("9, 10, 11, 12\n*SURFACE", "9, 10, 11, 12, 99\n*SURFACE"),
    /names 1 nodes that the file has not/,
  ],
])("listed as a difference: %s", (_, text, reason) => {
  expect(differences(text).join("\n")).toMatch(reason);
});

test("GRAV has a direction of any length; EXPLICIT has a lumped mass; a delay moves the amplitude", () => {
  const gravity = accepted(stepWith("*DLOAD\nEALL, GRAV, 9.81, 0., 0., -2.\n"));
  expect(gravity).toMatchObject({ system: { solid: { loads: [{ gravity: [0, 0, -9.81] }] } } });
  const explicit = accepted(stepWith(LOAD).replace("DIRECT", "EXPLICIT, DIRECT"));
  expect(explicit).toMatchObject({ method: "central-difference", system: { solid: { mass: "lumped" } } });
  const late = accepted(stepWith("*CLOAD, AMPLITUDE=A, TIMEDELAY=0.5\n9, 1, 2.\n"));
  expect(late).toMatchObject({
    system: { solid: { loads: [{ force: ["2*(0 + (1)*(min(max(t, 0.5), 1.5) - 0.5))", 0, 0] }] } },
  });
});

test("modes: what is held counts, loads do not, and a stress that is left behind is refused", () => {
  const modes = (before: string, head = "*STEP") => `${LINEAR}${before}${head}\n*FREQUENCY\n5\n*END STEP\n`;
  const { model, procedures } = readDeck(bytes(modes(STATIC)), "it.inp", "modes");
  expect(differences(modes(STATIC), "modes")).toEqual([]);
  expect(model?.["system"]).not.toHaveProperty(["solid", "loads"]);
  expect(procedures.map(({ name }) => name)).toEqual(["*STATIC", "*FREQUENCY"]);
  expect(differences(modes(STATIC, "*STEP, PERTURBATION"), "modes")[0]).toMatch(
    /^41 \*STATIC: the stress that this step leaves/,
  );
  expect(differences(modes(STATIC.replace("*STEP", "*STEP, NLGEOM")), "modes")[0]).toMatch(
    /the stress that this step leaves/,
  );
  expect(differences(modes("")).join()).toMatch(
    /\*FREQUENCY: asks for frequencies, .* noether analyze it\.inp gives them/,
  );
  expect(differences(LINEAR + STATIC).join()).toMatch(/\*STATIC: asks for a static solution, which is not computed/);
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

test("what the model refuses is said with a line of the deck", () => {
  const text = MESH + MATERIALS.replace("1000., 0.25", "1000., 0.75") + STEP;
  const { model, origins } = readDeck(bytes(text), "it.inp");
  const load = () =>
    buildProblem(loadModel(JSON.stringify(model), { file: "it.inp", origins, readFile: () => bytes(text) }));
  expect(load).toThrow(/^it\.inp:28: system\.solid\.materials\.LOW/);
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
