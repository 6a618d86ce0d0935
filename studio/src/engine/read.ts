/** Files that a user opens: models, decks, meshes, records and stored results, told by their names and contents. */
import { InputError } from "noether";
import {
  type DeckModel,
  decodeResultCsv,
  decodeResultJson,
  differencesText,
  isObject,
  meshFormat,
  modelOfDeck,
  type ResultTable,
  readBulkModel,
  readDeck,
  readGroundMotion,
  readMesh,
} from "noether/formats";
import type { ReadFile, ReadRequest, StoredResult } from "./messages.js";
import { modelText } from "./model-text.js";
import { sceneOfResult } from "./result-scene.js";
import { thinnedTable } from "./thinned-table.js";
import { shownUnits } from "./units.js";

const DECKS: Readonly<Record<string, typeof readDeck>> = {
  inp: readDeck,
  bdf: readBulkModel,
  nas: readBulkModel,
  fem: readBulkModel,
};

/** Bytes in which text has no zero. */
const LOOKED_AT = 4096;

export async function readOpened({ name, bytes, files, acceptDifferences }: ReadRequest): Promise<ReadFile> {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const text = () => new TextDecoder().decode(bytes);
  if (ending === "yaml" || ending === "yml") return { kind: "model", text: text(), named: false };
  if (ending === "h5" || ending === "hdf5") return stored((await import("./hdf5.js")).tableIn(bytes, name), files);
  if (ending === "json") {
    const isResult = /^\s*\{/.test(text()) && holdsFrames(text());
    return isResult
      ? stored(await decodeResultJson(text(), { file: name }), files)
      : { kind: "model", text: text(), named: false };
  }
  if (ending === "csv" && /noether/.test(text().slice(0, 400)))
    return stored(decodeResultCsv(text(), { file: name }), files);
  const deck = DECKS[ending]?.(bytes, name, "motion");
  if (deck !== undefined && deck.procedures.length > 0) {
    // What could not be run in any case is refused in the words of the command line.
    if (deck.differences.length > 0 && deck.refusal === null && !acceptDifferences)
      return { kind: "differences", says: `${name}: ${differencesText(deck.differences)}` };
    return { kind: "model", text: modelOfOpenedDeck(deck, name, acceptDifferences), named: true };
  }
  if (meshFormat(name) !== null) return { kind: "model", text: modelOfMesh(name, bytes), named: true };
  if (bytes.subarray(0, LOOKED_AT).includes(0)) {
    const accepted =
      "models (.yaml, .json), decks (.inp, .bdf), meshes (.msh, .vtu …), records as text, results (.h5, .json, .csv)";
    throw new InputError(`is no text, and no kind of file that is opened here; accepted: ${accepted}`, { file: name });
  }
  return { kind: "model", text: modelOfRecord(name, text()), named: true };
}

/** With what is not honoured, and what else is to be said of it, in front. */
function modelOfOpenedDeck(deck: DeckModel, name: string, acceptDifferences: boolean): string {
  const { model, notices } = modelOfDeck(deck, { file: name, acceptDifferences });
  const said = [`Made from the deck ${name}.`, ...notices.map(({ message }) => message)];
  const comments = said.flatMap((each) => each.split("\n")).map((line) => `# ${line}`);
  return `${comments.join("\n")}\n${modelText(model)}`;
}

function holdsFrames(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && "frames" in value;
  } catch {
    return false;
  }
}

/** A mesh says nothing of its material, its supports and its loads: a model to begin with. */
function modelOfMesh(name: string, bytes: Uint8Array): string {
  const { mesh } = readMesh(bytes, name);
  const groups = mesh.groups.map((group) => group.name);
  const fixed = groups[0] ?? "left";
  return `# Made from the mesh ${name}. Material, supports, loads and times are to be filled in;
# groups of the mesh: ${groups.join(", ") || "none"}.
noether: 1
name: ${JSON.stringify(name)}
system:
  solid:
    mesh: ${JSON.stringify(name)}
    material: { model: linear-elastic, E: 210e9, nu: 0.3, density: 7850 }
    supports: [{ on: ${JSON.stringify(fixed)}, fix: all }]
    loads: [{ gravity: [0, 0, -9.81] }]
method: { name: generalized-alpha, rho: 0.8 }
time: { end: 0.01, step: 1e-4 }
`;
}

/** A record alone is a ground motion under an oscillator. */
function modelOfRecord(name: string, text: string): string {
  const { times, title } = readGroundMotion(text, { file: name });
  const end = times.at(-1) ?? 0;
  const step = (times[1] ?? end) - (times[0] ?? 0);
  if (!(end > 0)) throw new InputError("has no samples", { file: name });
  return `# An oscillator under the ground motion ${name}${title === null ? "" : `: ${title.replace(/\s+/g, " ")}`}.
noether: 1
name: Oscillator under ${JSON.stringify(name).slice(1, -1)}
system:
  coordinates: [u]
  parameters: { T: 1, zeta: 0.05, g: 9.81 }
  matrices:
    mass: [1]
    damping: [4*pi*zeta/T]
    stiffness: [(2*pi/T)^2]
  force: { groundMotion: { file: ${JSON.stringify(name)}, scale: g, influence: [1] } }
method: newmark
time: { steps: ${Math.round(end / step)}, step: ${step} }
`;
}

function stored({ header, data, summary }: ResultTable, files: ReadRequest["files"]): ReadFile {
  const kept = thinnedTable(data);
  const times = data[0] ?? new Float64Array();
  const result: StoredResult = {
    beginning: {
      title: header.name,
      method: header.method,
      columns: header.columns,
      labels: header.labels,
      ...shownUnits(header.units, header.columns),
      span: [times[0] ?? 0, times.at(-1) ?? 1],
      ownSteps: false,
    },
    kept,
    table: kept.stride === 1 ? null : data,
    document: summary,
    scene: sceneOfResult({ header, data }, files),
  };
  return { kind: "result", text: modelText(header.model), result };
}
