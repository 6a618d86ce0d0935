import { expect, test } from "vitest";
import { readBulkModel } from "../../../src/formats/deck/nastran-deck.js";
import { buildSystem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { survives } from "../hostile.js";

const bytes = (text: string) => new TextEncoder().encode(text);

const CUBE = `SOL 103
CEND
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
PSOLID,4,2
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
  const { model, notices } = readBulkModel(bytes(CUBE), "cube.bdf");
  expect(notices).toEqual(["line 26: CBUSH is not taken over, and it changes the result: it is not known here"]);
  expect(model["system"]).toEqual({
    solid: {
      mesh: "cube.bdf",
      materials: { "property-4": { model: "linear-elastic", E: 2.1e11, nu: 0.3, density: 7850 } },
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
  ["no material", CUBE.replace("PSOLID,4,2", "PSOLID,4,3"), /PSOLID: there is no MAT1 3/],
  ["no property", CUBE.replace("PSOLID,4,2\n", ""), /has no PSOLID with a MAT1/],
  ["a grid that is moved", CUBE.replace("SPC,5,5,3", "SPC,5,5,3,.1"), /SPC: moves a grid/],
])("refused: %s", (_, text, reason) => {
  expect(() => readBulkModel(bytes(text), "it")).toThrow(reason);
});

test("whatever is done to the file, it is understood or refused", () => {
  survives(CUBE, (text) => readBulkModel(bytes(text), "it"), 400);
});
