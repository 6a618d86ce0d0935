/** What changes the result of a deck and is not honoured, case by case. */
import { expect, test } from "vitest";
import { readDeck } from "../../../src/formats/deck/deck.js";
import { accepted, bytes, differences, LINEAR, LOAD, stepWith } from "./bricks.js";

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
  [
    "a static step of small displacements before a motion of large ones",
    afterStatic(LOAD).replace("*STEP\n*DYNAMIC", "*STEP, NLGEOM\n*DYNAMIC"),
    /^40 \*STEP: without NLGEOM it ends in the equilibrium of small displacements/,
  ],
  [
    "a static step that is a perturbation",
    afterStatic(LOAD).replace("*STEP\n*STATIC", "*STEP, PERTURBATION\n*STATIC"),
    /^40 \*STEP: with PERTURBATION/,
  ],
  ["a motion that is a perturbation", stepWith(LOAD, "*STEP, PERTURBATION"), /^40 \*STEP: with PERTURBATION/],
  ["a deck that was cut off", stepWith(LOAD).replace(/\*END STEP\n$/, ""), /^40 \*STEP: no \*END STEP ends it/],
  [
    "a node that a loaded set names twice",
    stepWith("*CLOAD\nDOUBLE, 3, 1.\n").replace("*STEP", "*NSET, NSET=DOUBLE\nHEAD, 9\n*STEP"),
    /^46 \*CLOAD: its set names a node more than once/,
  ],
  [
    "an element that a loaded set names twice, by a set that does",
    stepWith("*DLOAD\nOuter, P2, 1.\n").replace(
      "*STEP",
      "*ELSET, ELSET=INNER\nHIGH, HIGH\n*ELSET, ELSET=OUTER\ninner, 1\n*STEP",
    ),
    /^48 \*DLOAD: its set names an element more than once/,
  ],
  [
    "a traction on a side that a surface names twice",
    stepWith("*DSLOAD\nBOTH, TRVEC, 1., 0., 0., 1.\n").replace("*STEP", "*SURFACE, NAME=BOTH\nHIGH, S2\n2, S2\n*STEP"),
    /^47 \*DSLOAD: the same load has been given before/,
  ],
  ["OP=NEW", afterStatic("*DLOAD, OP=NEW, AMPLITUDE=A\nEALL, P2, 1.\n"), /OP=NEW takes away/],
  [
    "supports that begin with the dynamic step",
    afterStatic("*BOUNDARY\n9, 1, 1\n"),
    /what was free in the static step/,
  ],
  [
    "an amplitude of a displacement in the static step",
    afterStatic(LOAD).replace("*STATIC\n", "*STATIC\n*BOUNDARY, AMPLITUDE=A\n9, 1, 1, 0.1\n"),
    /^43 \*BOUNDARY: an amplitude of a static step is not taken over/,
  ],
  [
    "a hyperelastic material at small displacements",
    stepWith(LOAD).replace("*ELASTIC\n1000., 0.3", "*HYPERELASTIC, NEO HOOKE\n10., 0.02"),
    /^29 \*HYPERELASTIC: no step has NLGEOM, and it is computed at large displacements/,
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

const afterOther = (step: string) =>
  stepWith(LOAD).replace("*STEP\n*DYNAMIC", `*STEP\n${step}*END STEP\n*STEP\n*DYNAMIC`);

test.each(["FREQUENCY", "HEAT TRANSFER"])(
  "supports and loads of a *%s step that is passed over stay active",
  (name) => {
    const cards = "*BOUNDARY\n9, 1, 1\n*CLOAD\n9, 2, 1.\n*DLOAD\nEALL, GRAV, 1., 0., 0., 1.\n*DSLOAD\nTOP, P, 1.\n";
    const why = `it stays active after a *${name} step, which is passed over with its cards; give it before the first step or in the one that is computed`;
    expect(differences(afterOther(`*${name}\n${cards}`))).toEqual([
      `42 *BOUNDARY: ${why}`,
      `44 *CLOAD: ${why}`,
      `46 *DLOAD: ${why}`,
      `48 *DSLOAD: ${why}`,
    ]);
    expect(differences(afterOther(`*${name}\n*BOUNDARY\n9, 11, 11, 20.\n9, 11\n`))).toEqual([]);
  },
);

test("modes after another step: its supports count, its loads do not", () => {
  const deck = `${LINEAR}*STEP\n*HEAT TRANSFER\n*BOUNDARY\n9, 1, 1\n*CLOAD\n9, 2, 1.\n*END STEP\n*STEP\n*FREQUENCY\n5\n*END STEP\n`;
  expect(differences(deck, "modes")).toEqual([expect.stringMatching(/^42 \*BOUNDARY: it stays active/)]);
});

test("a hyperelastic material with NLGEOM, or for modes", () => {
  const soft = (text: string) => text.replace("*ELASTIC\n1000., 0.3", "*HYPERELASTIC, NEO HOOKE\n10., 0.02");
  expect(differences(soft(stepWith(LOAD, "*STEP, NLGEOM")))).toEqual([]);
  expect(differences(soft(`${LINEAR}*STEP\n*FREQUENCY\n5\n*END STEP\n`), "modes")).toEqual([]);
});

test("modes: what is fixed counts, loads do not, and a stress that is left behind is refused", () => {
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

test("sets that name a member twice mean the same to both programs without a load on them, and to Abaqus with one", () => {
  const twice = stepWith(LOAD).replace("*STEP", "*NSET, NSET=DOUBLE\nFOOT, 1\n*BOUNDARY\nDOUBLE, 1, 1\n*STEP");
  expect(differences(twice)).toEqual([]);
});

test("pressure on a surface of nodes is refused, as both programs do", () => {
  const deck = stepWith("*DSLOAD\nTIP, P, 1.\n").replace("*STEP", "*SURFACE, NAME=TIP, TYPE=NODE\nHEAD\n*STEP");
  expect(() => accepted(deck)).toThrow(/there is no surface of elements "TIP"/);
});

test("a range of frequencies is passed over, and that is said", () => {
  const notices = (row: string) =>
    readDeck(bytes(stepWith("").replace("*DYNAMIC, DIRECT\n0.1, 1.", `*FREQUENCY\n${row}`)), "it.inp", "modes").notices;
  expect(notices("4, 2.").join()).toMatch(/\*FREQUENCY: its range of frequencies is passed over/);
  expect(notices("4").join()).not.toMatch(/range/);
});
