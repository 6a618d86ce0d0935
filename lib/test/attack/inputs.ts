/** Everything that reads a file or a text, each with a file that it reads. `use` does with the bytes what a command would do first, and throws
 *  an Error, which is not an InputError, where the outcome cannot be relied on. */
import { crc32 } from "node:zlib";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/formats/checkpoint.js";
import { readDeck } from "../../src/formats/deck/deck.js";
import { type DeckModel, modelOfDeck } from "../../src/formats/deck/differences.js";
import { readBulkModel } from "../../src/formats/deck/nastran-deck.js";
import { readGroundMotion } from "../../src/formats/ground-motion.js";
import { readMatrixMarket } from "../../src/formats/matrix-market.js";
import { MESH_FORMATS, readMesh, writeMesh } from "../../src/formats/mesh/read-mesh.js";
import type { ResultTable } from "../../src/formats/result.js";
import { decodeResultCsv, encodeResultCsv } from "../../src/formats/result-csv.js";
import { decodeResultJson, encodeResultJson } from "../../src/formats/result-json.js";
import { decodeResultPvd, pvdFrame, pvdHead, pvdTail } from "../../src/formats/result-pvd.js";
import { readRows } from "../../src/formats/rows.js";
import { readTable } from "../../src/formats/table.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";
import { decodeStudyCsv, loadStudy, studyCsvHead, studyCsvRow } from "../../src/studies/index.js";
import { compile } from "../../src/symbolic/index.js";
import { FUZZED_FILES } from "../formats/mesh/fuzzed-files.js";
import { requireSound } from "./sound.js";

export interface AttackedInput {
  /** Unique; the ending is that of the file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  use(bytes: Uint8Array, name: string): void;
  /** Of ten damages so many are refused at least, or the damages do none. */
  readonly refusedOfTen: number;
}

const encoded = (letters: string) => new TextEncoder().encode(letters);
const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
/** What a model may take here: damaged counts ask for any number of cells. */
const MEMORY = 4e6;

const ofText = (
  name: string,
  text: string,
  use: (text: string, name: string) => unknown,
  refusedOfTen = 2,
): AttackedInput => ({
  name,
  bytes: encoded(text),
  use: (bytes, file) => void use(decoded(bytes), file),
  refusedOfTen,
});

const meshes: AttackedInput[] = FUZZED_FILES.map(({ name, bytes, read }) => ({
  name,
  bytes,
  use: (damaged, file) => requireSound(read(damaged, file).mesh),
  refusedOfTen: 1,
}));

/** What is read is written in every format, and read again. */
const again: AttackedInput[] = FUZZED_FILES.filter(({ name }) =>
  ["a.msh2", "parts.inp", "ascii.vtu"].includes(name),
).map(({ name, bytes }) => ({
  name: `again-${name}`,
  bytes,
  use(damaged, file) {
    const { mesh } = readMesh(damaged, file);
    for (const { endings, write } of MESH_FORMATS) {
      if (write === null || mesh.points.length === 0) continue;
      const written = writeMesh(mesh, `x${endings[0]}`).bytes;
      try {
        requireSound(readMesh(written, `x${endings[0]}`).mesh);
      } catch (error) {
        throw new Error(
          `${endings[0]}, which was written here, is not read: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  },
  refusedOfTen: 1,
}));

const TETRAHEDRON = `*HEADING
a tetrahedron
*NODE, NSET=ALL
1, 0., 0., 0.
2, 1., 0., 0.
3, 0., 1., 0.
4, 0., 0., 1.
*ELEMENT, TYPE=C3D4, ELSET=BODY
1, 1, 2, 3, 4
*MATERIAL, NAME=STEEL
*ELASTIC
210e9, 0.3
*DENSITY
7850.
*SOLID SECTION, ELSET=BODY, MATERIAL=STEEL
*BOUNDARY
1, 1, 3
2, 2, 3
*AMPLITUDE, NAME=RAMP
0., 0., 1., 1.
*STEP
*DYNAMIC, DIRECT
1e-6, 1e-5
*CLOAD, AMPLITUDE=RAMP
4, 3, 100.
*END STEP
`;

const BULK = `SOL 109
CEND
BEGIN BULK
GRID,1,,0.,0.,0.,,123456
GRID,2,,1.,0.,0.
GRID,3,,0.,1.,0.
GRID,4,,0.,0.,1.
CTETRA,1,1,1,2,3,4
PSOLID,1,1
MAT1,1,2.1+11,,.3,7850.
SPC1,1,123,2
TSTEP,1,10,1.-6
ENDDATA
`;

const MODELS: Readonly<Record<string, string>> = {
  "potential.yaml": `noether: 1
name: a pendulum
system:
  coordinates: [x, y]
  mass: [1, 2]
  parameters: { k: 3, l: 2*k }
  potential: k/2*(sqrt(x^2 + y^2) - l)^2 + 9.81*y
  dissipation: 0.1*(vx^2 + vy^2)/2
  force: [sin(t), 0]
start: { q: [1, 0], v: [0, 1] }
method: { name: midpoint }
time: { end: 1, step: 0.1 }
record: { every: 2, probes: { r: sqrt(x^2 + y^2) } }
stop: x < -10
`,
  "matrices.yaml": `noether: 1
system:
  matrices: { mass: [[2, 0], [0, 1]], stiffness: [[6, -2], [-2, 4]], damping: { rayleigh: [0.1, 0.01] } }
  force: ["0", 10*sin(t)]
start: { q: [0, 1], v: [0, 0] }
method: { name: newmark, beta: 1/4, gamma: 1/2 }
time: { end: 1, step: 0.1 }
`,
  "solid.yaml": `noether: 1
system:
  solid:
    mesh: { box: { size: [2, 1], cells: [2, 1], element: quad4 } }
    material: { model: linear-elastic, E: 100, nu: 0.3, density: 1 }
    supports: [{ on: left, fix: all }]
    loads: [{ on: right, pressure: 1 }]
start: { q: {} }
method: central-difference
time: { end: 0.1, step: 0.01 }
`,
  "frame.yaml": `noether: 1
system:
  frame:
    nodes: { a: [0, 0], b: [0, 3], c: [4, 3] }
    sections: { s: { E: 100, A: 1, I: 0.1, density: 2 } }
    members: [{ from: a, to: b, section: s }, { from: b, to: c, section: s }]
    supports: [{ on: a, fix: all }]
start: { q: {} }
method: newmark
time: { end: 1, step: 0.1 }
`,
  "builtin.yaml": `noether: 1
system: { model: spring-pendulum }
method: energy-momentum
time: { steps: 10, step: 0.05 }
`,
};

const models = Object.entries(MODELS).map(([name, text]) =>
  ofText(name, text, (changed, file) => {
    const model = loadModel(changed, { file, memory: MEMORY });
    // Thousands of steps or coordinates are honest; the attack is on what reads them.
    buildProblem(model);
  }),
);

const STUDY = `noether: 1
name: springs
study:
  model:
    noether: 1
    system: { coordinates: [x], mass: 1, parameters: { k: 1, c: 0.1 }, potential: k*x^2/2, dissipation: c*vx^2/2 }
    start: { q: [1], v: [0] }
    method: newmark
    time: { end: 1, step: 0.1 }
  vary:
    k: { from: 1, to: 100, count: 3, scale: log }
    samples: { latin-hypercube: { c: { random: lognormal, median: 0.1, dispersion: 0.5 } }, count: 4, seed: 7 }
    method: [newmark, { name: hht, alpha: -0.1 }]
    step: [0.1, 0.05]
  set: { time.end: 2 }
  measure: { top: { peak: x }, end: { final: vx }, wrong: { error: x } }
  reference: { step: 0.001 }
`;

const studyTableText = () => {
  const { columns, name, bundle } = loadStudy(STUDY);
  const cell = (type: string, k: number) => (type === "text" ? `word ${k}` : type === "bool" ? k % 2 === 0 : k / 4);
  const rows = [1, 2, 3].map((k) => studyCsvRow({ values: columns.map(({ type }) => cell(type, k)) }));
  return studyCsvHead(columns, name, bundle.text) + rows.join("");
};

const result: ResultTable = {
  header: {
    name: "a result",
    version: "0.1.0",
    model: { noether: 1, system: { coordinates: ["x"], mass: 1, potential: "x^2" } },
    method: { name: "midpoint" },
    labels: ["x"],
    columns: ["t", "q.x", "v.x", "energy.kinetic"],
    units: {},
    citations: ["newmark1959"],
  } as unknown as ResultTable["header"],
  data: [0, 1, 2, 3].map((column) => Float64Array.from({ length: 12 }, (_, k) => k / 10 + column)),
  summary: { status: "completed" },
};

const pvd = () => {
  const frames = Array.from({ length: 5 }, (_, k) => pvdFrame([k / 10, 1, 2, 3], `r/r_00000${k}.vtu`));
  return `${pvdHead(result.header)}${frames.join("")}${pvdTail(result.summary)}`;
};

const CHECKPOINT = encodeCheckpoint({
  run: { system: { coordinates: ["x"], potential: "x^2" }, method: { name: "newmark" }, step: 0.1 },
  notes: { version: "0.1.0" },
  snapshot: {
    state: { n: 7, t: 0.7, q: Float64Array.of(1, 2), v: Float64Array.of(0, 3), memory: [Float64Array.of(3)] },
    frames: 7,
    ledger: new Float64Array(8),
    observers: { a: Float64Array.of(1) },
    work: { gradients: 1, tangents: 2, factorizations: 3, iterations: 4 },
  },
});

/** As somebody who knows the format would damage it. */
function withRightSum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 8) return bytes;
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(copy.length - 4, crc32(copy.subarray(0, copy.length - 4)), true);
  return copy;
}

function finite(values: ArrayLike<number>): void {
  for (let k = 0; k < values.length; k++)
    if (!Number.isFinite(values[k])) throw new Error(`unsound: ${values[k]} at place ${k}`);
}

export const ATTACKED: readonly AttackedInput[] = [
  ...meshes,
  ...again,
  {
    name: "deck.inp",
    bytes: encoded(TETRAHEDRON),
    use: (bytes, name) => built(accepted(readDeck(bytes, name), name), bytes),
    refusedOfTen: 1,
  },
  {
    name: "bulk.bdf",
    bytes: encoded(BULK),
    use: (bytes, name) => built(accepted(readBulkModel(bytes, name), name), bytes),
    refusedOfTen: 1,
  },
  ofText(
    "general.mtx",
    "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 4\n1 1 1.5\n2 2 -2e3\n3 1 4\n3 3 5\n",
    matrix,
  ),
  ofText(
    "symmetric.mtx",
    "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 1\n2 1 -2\n3 2 4\n3 3 5\n",
    matrix,
  ),
  ofText("array.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", matrix),
  ofText(
    "peer.at2",
    "PEER\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= 6, DT= .005 SEC\n .1 .2 -.3E-2 4.\n 5 6\n",
    record,
    1,
  ),
  ofText("counted.txt", "4 0.02\n0.1 0.2\n0.3\n0.4\n", record, 1),
  ofText("table.csv", "t,a [m/s^2],b\n0,1,2\n0.1,3,4\n0.2,5,6\n", (text, file) => {
    const { times, columns } = readTable(text, { file });
    for (const list of [times, ...columns]) finite(list);
  }),
  ofText("rows.csv", "1, 2, 3\n4, 5, 6\n7, 8, 9e3\n", (text, file) => readRows(text, { file }).forEach(finite)),
  ofText("result.csv", encodeResultCsv(result), (text, file) => decodeResultCsv(text, { file })),
  ofText("result.json", encodeResultJson(result), (text, file) => decodeResultJson(text, { file })),
  ofText("result.pvd", pvd(), (text, file) => decodeResultPvd(text, { file })),
  {
    name: "x.checkpoint",
    bytes: CHECKPOINT,
    use: (bytes, file) => void decodeCheckpoint(bytes, { file }),
    refusedOfTen: 9,
  },
  {
    name: "sum.checkpoint",
    bytes: CHECKPOINT,
    use: (bytes, file) => void decodeCheckpoint(withRightSum(bytes), { file }),
    refusedOfTen: 2,
  },
  ...models,
  ofText("study.yaml", STUDY, study),
  ofText("study.csv", studyTableText(), studyTable),
  ofText(
    "expression",
    "if(x > 0, sqrt(x)*sin(2*pi*y), -abs(x)^1.5) + max(x, y, 3)/(1 + exp(-x)) - k^2",
    (expression) => {
      const f = compile({ inputs: ["x", "y"], parameters: { k: 2 }, outputs: [expression], backEnd: "tape" });
      f(Float64Array.of(0.3, 0.4), new Float64Array(1));
    },
  ),
];

/** Every case can be asked for, and says what it is. */
function study(text: string, file: string): void {
  const { count, caseAt, columns } = loadStudy(text, { file });
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`unsound: ${count} cases`);
  for (const index of [0, Math.floor(count / 2), count - 1]) {
    const { key, settings } = caseAt(index);
    if (key === "" || JSON.stringify(settings) === undefined) throw new Error(`unsound: case ${index}`);
  }
  if (new Set(columns.map(({ name }) => name)).size !== columns.length) throw new Error("unsound: a column twice");
}

function studyTable(text: string, file: string): void {
  const { rows, columns, column } = decodeStudyCsv(text, { file });
  for (const { name } of columns)
    if (column(name).length !== rows) throw new Error(`unsound: ${name} has not as many rows as the table`);
}

function matrix(text: string, file: string): void {
  finite(readMatrixMarket(text, { file, square: false }).matrix.values);
}

function record(text: string, file: string): void {
  const { times, values } = readGroundMotion(text, { file });
  finite(times);
  finite(values);
}

/** A deck becomes a model, which is loaded and built like any other. */
const accepted = (deck: DeckModel, file: string) => modelOfDeck(deck, { file, acceptDifferences: true }).model;

function built(model: unknown, bytes: Uint8Array): void {
  const loaded = loadModel(JSON.stringify(model), { file: "deck", readFile: () => bytes, memory: MEMORY });
  if (loaded.data.method !== undefined) buildProblem(loaded);
}
