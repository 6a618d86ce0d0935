import { expect, test } from "vitest";
import { readBulkModel } from "../../../src/formats/deck/nastran-deck.js";
import { buildSystem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { survives } from "../hostile.js";

const bytes = (text: string) => new TextEncoder().encode(text);

const CUBE = `CEND
TITLE = A cube
SPC = 5
LOAD = 9
BEGIN BULK
GRID,1,,0.,0.,0.,,3
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,5,,0.,0.,1.
GRID,6,,1.,0.,1.
GRID,7,,1.,1.,1.
GRID,8,,0.,1.,1.
CHEXA,1,4,1,2,3,4,5,6
,7,8
PSOLID,4,2,,TWO,,FULL
MAT1,2,2.1+11,,.3,7.85
PARAM,WTMASS,1000.
SPC1,5,12,1,THRU,4
SPC1,6,123,8
SPC,5,5,3
LOAD,9,2.,3.,1,1.,2
FORCE,1,7,0,10.,0.,0.,-1.
GRAV,2,0,9.81,0.,0.,-1.
FORCE,3,6,0,99.,1.,0.,0.
CBUSH,1,2,3
`;

test("materials, constraints and loads of the case that is chosen", () => {
  const { model, differences } = readBulkModel(bytes(CUBE), "cube.bdf");
  expect(differences).toEqual([{ line: 26, card: "CBUSH", why: expect.stringMatching(/^joints and point masses/) }]);
  expect(model?.["system"]).toEqual({
    solid: {
      mesh: "cube.bdf",
      materials: { "property-4": { model: "linear-elastic", E: 2.1e11, nu: 0.3, density: 7850 } },
      mass: "lumped",
      supports: [
        { on: { nodes: [1, 2, 3, 4] }, fix: ["x", "y"] },
        { on: { nodes: [1, 5] }, fix: ["z"] },
      ],
      loads: [{ on: { nodes: [7] }, force: [0, 0, -60] }, { gravity: [0, 0, -19.62] }],
    },
  });
});

test("the model can be built, with the bulk data as its mesh", () => {
  const { model } = readBulkModel(bytes(CUBE), "cube.bdf");
  const { problem } = buildSystem(loadModel(JSON.stringify(model), { readFile: () => bytes(CUBE) }));
  expect(problem.system.dof).toBe(24 - 8 - 2);
});

test.each([
  ["no density", CUBE.replace(",7.85", ""), /MAT1: has no density in field 6/],
  ["no material", CUBE.replace("PSOLID,4,2,", "PSOLID,4,3,"), /PSOLID: there is no MAT1 3/],
  ["no property", CUBE.replace("PSOLID,4,2,,TWO,,FULL\n", ""), /has no PSOLID with a MAT1/],
  ["a property twice", CUBE.replace("MAT1,2", "PSOLID,4,2\nMAT1,2"), /PSOLID: the property 4 is given twice/],
  ["a material twice", CUBE.replace("MAT1,2", "MAT1,2,1.,,.3,1.\nMAT1,2"), /MAT1: the material 2 is given twice/],
  [
    "THRU that goes back",
    CUBE.replace("1,THRU,4", "4,THRU,1"),
    /SPC1: found "4, THRU, 1"; accepted: grids, or a THRU b/,
  ],
  ["THRU with more", CUBE.replace("1,THRU,4", "1,THRU,4,5"), /SPC1: found "1, THRU, 4, 5"/],
  ["a grid that is not there", CUBE.replace("SPC,5,5,3", "SPC,5,55,3"), /SPC: there is no grid 55/],
  ["a set that is not there", CUBE.replace("SPC = 5", "SPC = 7"), /^it:3: there is no SPC of the set 7/],
  [
    "a set of loads that is not there",
    CUBE.replace("LOAD = 9", "LOAD = 5"),
    /^it:4: there is no LOAD, FORCE or GRAV of the set 5 that the case control names/,
  ],
  [
    "a sum of a set that is not there",
    CUBE.replace("3.,1,1.,2", "3.,8,1.,2"),
    /LOAD: there is no FORCE or GRAV of the set 8/,
  ],
])("refused: %s", (_, text, reason) => {
  expect(readBulkModel(bytes(text), "it").refusal?.message).toMatch(reason);
});

const without = CUBE.replace("CBUSH,1,2,3\n", "");

test("a deck that is computed as it is", () => {
  expect(readBulkModel(bytes(without), "it").differences).toEqual([]);
  expect(readBulkModel(bytes(`SOL 103\n${without}`), "it", "modes").differences).toEqual([]);
  expect(
    readBulkModel(bytes(without.replace("WTMASS,1000.", "COUPMASS,1")), "it").model?.["system"],
  ).not.toHaveProperty(["solid", "mass"]);
});

test.each([
  ["the usual brick", without.replace(",,TWO,,FULL", ""), "motion", /^16 PSOLID: .*computed is IN = TWO, ISOP = FULL/],
  ["a shell on a brick", `${without}CQUAD4,9,8,1,2,3,4\n`, "motion", /^26 CQUAD4: shells are not computed/],
  ["a beam", `${without}CBAR,9,8,1,2\n`, "motion", /^26 CBAR: beams are not computed/],
  [
    "modes asked for, a motion computed",
    `SOL 103\n${without}`,
    "motion",
    /^1 SOL 103: asks for modes, .*noether analyze it/,
  ],
  ["statics", `SOL 101\n${without}`, "modes", /^1 SOL 101: is not computed; modes are/],
  ["a grid that is moved", without.replace("SPC,5,5,3", "SPC,5,5,3,.1"), "motion", /^21 SPC: moves a grid/],
  ["turned displacements", without.replace("GRID,2,,1.,0.,0.", "GRID,2,,1.,0.,0.,7"), "motion", /^7 GRID: field 7/],
  [
    "a parameter",
    without.replace("WTMASS,1000.", "LGDISP,1"),
    "motion",
    /PARAM,LGDISP: the parameter is not known here/,
  ],
  [
    "a line of the case control",
    without.replace("LOAD = 9", "TEMPERATURE = 4"),
    "motion",
    /^4 "TEMPERATURE = 4": the line is not known/,
  ],
  ["two subcases", without.replace("LOAD = 9", "SUBCASE 1\nLOAD = 9\nSUBCASE 2"), "motion", /one subcase is computed/],
  ["structural damping", without.replace(",.3,7.85", ",.3,7.85,,,.02"), "motion", /^17 MAT1: structural damping/],
  [
    "constants that do not fit",
    without.replace("2.1+11,,.3", "2.1+11,1.+11,.3"),
    "motion",
    /E, G and NU do not belong together/,
  ],
] as const)("listed as a difference: %s", (_, text, purpose, reason) => {
  const found = readBulkModel(bytes(text), "it", purpose).differences;
  expect(found.map(({ line, card, why }) => `${line} ${card}: ${why}`).join("\n")).toMatch(reason);
});

test("a set of loads that are refused is there", () => {
  const { refusal, differences } = readBulkModel(
    bytes(`${without.replace("LOAD = 9", "LOAD = 4")}PLOAD4,4,1,5.\n`),
    "it",
  );
  expect(refusal).toBeNull();
  expect(differences.map(({ card }) => card)).toEqual(["PLOAD4"]);
});

test("without LOAD in the case control no load acts, and without a case control all do", () => {
  const loads = (text: string) =>
    (readBulkModel(bytes(text), "it").model as { system: { solid: { loads?: unknown[] } } }).system.solid.loads;
  expect(loads(without.replace("LOAD = 9\n", ""))).toBeUndefined();
  const bare = without.slice(without.indexOf("GRID,1")).replace("SPC1,6,123,8\n", "");
  expect(loads(bare)).toHaveLength(2);
});

test("whatever is done to the file, it is understood or refused", () => {
  survives(CUBE, (text) => readBulkModel(bytes(text), "it"), 400);
});

test("a FORCE whose set is in no LOAD card is listed where no case control chooses", () => {
  const headless = CUBE.slice(CUBE.indexOf("GRID"));
  const { differences } = readBulkModel(bytes(headless), "it.bdf");
  expect(differences.map(({ card, why }) => `${card}: ${why}`)).toContain(
    "FORCE: its set 3 is in no LOAD card, and no case control says whether it acts; it is left out",
  );
  expect(readBulkModel(bytes(CUBE), "it.bdf").differences.map(({ card }) => card)).not.toContain("FORCE");
});

test("what stands behind the last field of a line is refused, and not left out", () => {
  const fixed = (card: string) => () => readBulkModel(bytes(CUBE.replace("SPC1,6,123,8", card)), "cube.bdf");
  expect(fixed("SPC1,5,3,1,2,3,4,5,6,7")).toThrow(/^cube\.bdf:20: found "7" behind the 8 fields of a line/);
  expect(fixed("SPC1,5,3,1,2,3,4,5,6,+,7")).toThrow(/^cube\.bdf:20: found "7" behind the 8 fields of a line/);
  expect(fixed("SPC1*,5,3,1,2,3")).toThrow(/^cube\.bdf:20: found "3" behind the 4 fields of a line/);
  const whole = fixed("SPC1,5,3,1,2,3,4,5,6,+A\n+A,7")();
  expect(JSON.stringify(whole.model)).toContain('[1,2,3,4,5,6,7]},"fix":["z"]');
});

test("lines that continue another card than the one before them are refused", () => {
  const cards = "SPC1,5,3,1,2,3,4,5,6,+A\nSPC1,5,1,1,2,3,4,5,6,+B\n+A,7\n+B,8";
  const read = (text: string) => () => readBulkModel(bytes(CUBE.replace("SPC1,6,123,8", text)), "cube.bdf");
  expect(read(cards)).toThrow(/^cube\.bdf:22: found "A" where SPC1 goes on with "B"; put the lines of a card after/);
  const column = (card: string, mark: string) => `${card.padEnd(72)}${mark}`;
  const columns = [
    column("SPC1           5       3       1       2       3       4       5       6", "+A"),
    column("SPC1           5       1       1       2       3       4       5       6", "+B"),
    "+A             7",
  ];
  expect(read(columns.join("\n"))).toThrow(/^cube\.bdf:22: found "A" where SPC1 goes on with "B"/);
  expect(read(columns.slice(1).join("\n").replace("+A", "+b"))).not.toThrow();
  // Marks may be left out, on either side.
  expect(read(columns.slice(1).join("\n").replace("+A", "+ "))).not.toThrow();
});

test("a deck without an end may have been cut off, which is said", () => {
  expect(readBulkModel(bytes(CUBE), "cube.bdf").notices).toEqual([expect.stringMatching(/^no ENDDATA ends the deck/)]);
  expect(readBulkModel(bytes(`${CUBE}ENDDATA\nCBUSH,1,2,3\n`), "cube.bdf").notices).toEqual([]);
  expect(readBulkModel(bytes(CUBE.slice(CUBE.indexOf("GRID"))), "cube.bdf").notices).toEqual([]);
});
