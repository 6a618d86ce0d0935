/** Numbers of nodes and sets in decks with several instances of a part. */
import { expect, test } from "vitest";
import { readDeck } from "../../../src/formats/deck/deck.js";
import { readDeckMesh } from "../../../src/formats/mesh/abaqus.js";
import { buildProblem } from "../../../src/model-file/build.js";
import { loadModel } from "../../../src/model-file/load.js";
import { accepted, bytes } from "./bricks.js";

/** Two bars, each of the nodes 4 and 5; the second lies above the first. */
const deckWith = (cards: string, sets = "") => `*PART, NAME=P
*NODE
4, 0., 0., 0.
5, 1., 0., 0.
*ELEMENT, TYPE=T3D2, ELSET=E
1, 4, 5
*NSET, NSET=TIP
5
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=Inst-1, PART=P
*END INSTANCE
*INSTANCE, NAME=Inst-2, PART=P
0., 0., 3.
*END INSTANCE
${sets}*ELSET, ELSET=BARS, INSTANCE=Inst-1
1
*ELSET, ELSET=BARS, INSTANCE=Inst-2
1
*END ASSEMBLY
*MATERIAL, NAME=M
*ELASTIC
1000., 0.3
*DENSITY
1.
*SOLID SECTION, ELSET=BARS, MATERIAL=M
0.1
*STEP
*DYNAMIC, DIRECT
0.1, 1.
${cards}*END STEP
`;

test("instance.number is the node of that instance, fixed and loaded", () => {
  const text = deckWith("*BOUNDARY\nInst-1.4, 1, 3\ninst-2.4, 1, 3\n*CLOAD\nInst-2.5, 1, 2.\n");
  const model = accepted(text);
  // The nodes of the second instance count on from 5.
  expect(model["system"]).toMatchObject({
    solid: {
      supports: [
        { on: { nodes: [4] }, fix: ["x", "y", "z"] },
        { on: { nodes: [9] }, fix: ["x", "y", "z"] },
      ],
      loads: [{ on: { nodes: [10] }, force: [2, 0, 0] }],
    },
  });
  const { problem } = buildProblem(loadModel(JSON.stringify(model), { readFile: () => bytes(text) }));
  const load = new Float64Array(problem.system.dof);
  problem.system.load?.addTo(0, problem.q0, problem.v0, load);
  expect([...load]).toEqual([0, 0, 0, 2, 0, 0]);
});

test("a set that several instances fill has the numbers of each", () => {
  const sets = "*NSET, NSET=ROOTS, INSTANCE=Inst-1\n4\n*NSET, NSET=ROOTS, INSTANCE=Inst-2\n4\n";
  const model = accepted(deckWith("*BOUNDARY\nROOTS, 1, 3\n*CLOAD\nROOTS, 1, 1.\n", sets));
  // The whole force on two nodes.
  expect(model["system"]).toMatchObject({ solid: { loads: [{ on: "ROOTS", force: [2, 0, 0] }] } });
});

test("a set of an instance that names others names those of the instance", () => {
  const sets = "*NSET, NSET=TIP, INSTANCE=Inst-1\n4\n*NSET, NSET=ENDS, INSTANCE=Inst-2\nTIP, 4\n";
  const { mesh } = readDeckMesh(bytes(deckWith("", sets)), "it.inp");
  expect(mesh.groups).toContainEqual({ name: "ENDS", of: "nodes", nodes: Int32Array.of(2, 3) });
});

test.each([
  ["a number of no instance", "*CLOAD\n5, 1, 2.\n", /it\.inp:32: the node 5 is of no instance, and there are several/],
  ["an instance that is not there", "*CLOAD\nInst-3.5, 1, 2.\n", /it\.inp:32: there is no instance "Inst-3"/],
  ["a number beyond those of its part", "*CLOAD\nInst-1.9, 1, 2.\n", /it\.inp:32: there is no node "Inst-1\.9"/],
  ["a number that its part has not", "*CLOAD\nInst-2.3, 1, 2.\n", /it\.inp:32: there is no node "Inst-2\.3"/],
  ["a set of another instance", "*CLOAD\nInst-2.BARS, 1, 2.\n", /there is no set of nodes "Inst-2\.BARS"/],
])("refused with several instances: %s", (_, cards, reason) => {
  expect(readDeck(bytes(deckWith(cards)), "it.inp").refusal?.message).toMatch(reason);
});

test("numbers of sets and surfaces of the assembly need an instance where there are several", () => {
  const { differences } = readDeck(bytes(deckWith("", "*NSET, NSET=LOOSE\n5\n")), "it.inp");
  expect(differences.map(({ why }) => why)).toEqual([
    "the set LOOSE has numbers without INSTANCE=…, which are left out: there are several instances",
  ]);
  const surface = deckWith("", "*SURFACE, NAME=S, TYPE=NODE\n5\n");
  expect(() => readDeck(bytes(surface), "it.inp")).toThrow(
    /it\.inp:17: the number 5 of the surface S is of no instance/,
  );
  const twice = deckWith("").replace("NAME=Inst-2", "NAME=inst-1");
  expect(() => readDeck(bytes(twice), "it.inp")).toThrow(/it\.inp:13: the instance "inst-1" is given twice/);
});

test("nodes of the assembly are not taken for those of an instance without a word", () => {
  const one = deckWith("", "*NODE\n5, 9., 9., 9.\n*NSET, NSET=REFERENCE\n5\n")
    .replace(/\*INSTANCE, NAME=Inst-2[\s\S]*?\*END INSTANCE\n/, "")
    .replace("*ELSET, ELSET=BARS, INSTANCE=Inst-2\n1\n", "");
  expect(readDeck(bytes(one), "it.inp").differences.map(({ why }) => why)).toEqual([
    "nodes outside of the parts, 1 of them, are left out",
  ]);
});

test("the section of a part is that of all its instances, and one in an instance its own", () => {
  const cards = "*BOUNDARY\nInst-1.4, 1, 3\nInst-2.4, 1, 3\n";
  const section = "*SOLID SECTION, ELSET=BARS, MATERIAL=M\n0.1\n";
  const own = section.replace("BARS", "E");
  const bare = deckWith(cards).replace(section, "");
  const materialsIn = (text: string) => {
    const { solid } = accepted(text)["system"] as { solid: { materials: object } };
    return Object.keys(solid.materials);
  };
  expect(materialsIn(bare.replace("*END PART\n", `${own}*END PART\n`))).toEqual(["Inst-1.E", "Inst-2.E"]);
  expect(materialsIn(bare.replaceAll("*END INSTANCE\n", `${own}*END INSTANCE\n`))).toEqual(["Inst-1.E", "Inst-2.E"]);
  expect(() => accepted(bare.replace("*END INSTANCE\n", `${own}*END INSTANCE\n`))).toThrow(/has no \*SOLID SECTION/);
});
