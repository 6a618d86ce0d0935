/** The page of CalculiX's own decks: what happens to each of them, and how far the computed ones are from their results. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError, run } from "noether";
import { modesOf } from "noether/analysis";
import { type DeckModel, modelOfDeck, readDeck } from "noether/formats";
import { nodeCount, nodeNumber } from "noether/mesh";
import { buildProblem, buildSystem, loadModel } from "noether/model-file";

export interface SuiteRow {
  readonly deck: string;
  /** What it asks for. */
  readonly procedures: string;
  readonly command: "run" | "analyze";
  readonly outcome: "refused" | "failed" | "computed";
  /** Why, or what is said with the result. */
  readonly text: string;
  /** The largest difference of a computed result, as a share of the largest number. */
  readonly apart: number | null;
  readonly notices: readonly string[];
}

/** Every deck with the command that it is for: `analyze` where it asks for frequencies and for no *DYNAMIC step. */
export function suiteRows(folder: string): SuiteRow[] {
  const names = readdirSync(folder).flatMap((name) => /^(.*)\.inp(?:\.gz)?$/.exec(name)?.[1] ?? []);
  return names.sort().map((name) => rowOf(folder, name));
}

const contentOf = (folder: string, name: string): Uint8Array => {
  const found = readdirSync(folder).find((each) => each === name || each === `${name}.gz`) ?? name;
  const bytes = readFileSync(join(folder, found));
  return found.endsWith(".gz") ? gunzipSync(bytes) : bytes;
};

function rowOf(folder: string, name: string): SuiteRow {
  const bytes = contentOf(folder, `${name}.inp`);
  const file = `${name}.inp`;
  const refused = (procedures: string, command: SuiteRow["command"], text: string): SuiteRow => ({
    ...{ deck: name, procedures, command, outcome: "refused", text, apart: null, notices: [] },
  });
  let deck: DeckModel;
  let command: SuiteRow["command"] = "run";
  try {
    deck = readDeck(bytes, file, "motion");
    const asked = deck.procedures.map((each) => each.name);
    if (!asked.includes("*DYNAMIC") && asked.includes("*FREQUENCY")) {
      command = "analyze";
      deck = readDeck(bytes, file, "modes");
    }
  } catch (error) {
    if (error instanceof InputError) return refused("", command, error.message);
    throw error;
  }
  const procedures = [...new Set(deck.procedures.map((each) => each.name))].join(", ");
  try {
    const { model } = modelOfDeck(deck, { file, acceptDifferences: false });
    const loaded = loadModel(JSON.stringify(model), { file, origins: deck.origins, readFile: () => bytes });
    const reference = new TextDecoder().decode(contentOf(folder, `${name}.dat.ref`));
    const found = command === "run" ? motion(loaded, reference) : modes(loaded, reference);
    return {
      ...{ deck: name, procedures, command, notices: deck.notices },
      ...(typeof found === "string"
        ? { outcome: "failed", text: found, apart: null }
        : { outcome: "computed", text: deck.notices.join("; "), apart: found }),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refused(procedures, command, deck.differences.length === 0 ? error.message : causes(deck));
  }
}

/** The cards, each kind once. */
function causes({ differences }: DeckModel): string {
  const cards = new Map<string, number>();
  for (const { card } of differences) cards.set(card, (cards.get(card) ?? 0) + 1);
  return [...cards].map(([card, count]) => (count === 1 ? card : `${card} (${count})`)).join("; ");
}

type Loaded = ReturnType<typeof loadModel>;

/** The largest difference of the displacements at the last time that the reference prints, or why the run failed. */
function motion(model: Loaded, reference: string): number | string {
  const { problem, method, time, body } = buildProblem(model);
  const result = run(problem, method, { time });
  if (result.failure !== null) return `fails in words: ${result.failure.kind}, at t = ${result.last.t}`;
  if (body === null) return "no body";
  const u = new Float64Array(3 * nodeCount(body.mesh));
  const { t, q, v } = result.last;
  body.fields.find(({ name }) => name === "displacement")?.evaluate(t, q, v, u);
  const places = new Map(Array.from({ length: nodeCount(body.mesh) }, (_, k) => [nodeNumber(body.mesh, k), k]));
  const [, ...blocks] = reference.split(/displacements \(vx,vy,vz\)[^\n]*\n/);
  let [apart, size] = [0, 0];
  for (const [, node, ...numbers] of (blocks.at(-1) ?? "").matchAll(/^ +(\d+) +(\S+) +(\S+) +(\S+) *$/gm)) {
    numbers.forEach((text, c) => {
      apart = Math.max(apart, Math.abs(Number(text) - u[3 * (places.get(Number(node)) ?? 0) + c]));
      size = Math.max(size, Math.abs(Number(text)));
    });
  }
  return apart / size;
}

/** The largest relative difference of the frequencies. */
function modes(model: Loaded, reference: string): number {
  const theirs = [...reference.matchAll(/^ +\d+ +\S+ +(\S+) +\S+ +\S+ *$/gm)].map(([, omega]) => Number(omega));
  const ours = modesOf(buildSystem(model).problem, theirs.length).modes;
  return ours.reduce((most, { frequency }, k) => Math.max(most, Math.abs(frequency / theirs[k] - 1)), 0);
}

export function suitePage(rows: readonly SuiteRow[]): string {
  const count = (outcome: SuiteRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  const line = ({ deck, procedures, command, outcome, text, apart }: SuiteRow) => {
    const result = apart === null ? outcome : `computed, off by ${apart.toExponential(1)}`;
    return `| ${deck} | ${procedures} | ${command} | ${result} | ${text.replaceAll("|", "\\|").replaceAll("\n", " ")} |`;
  };
  return `# CalculiX's own decks

The ${rows.length} decks of CalculiX's test suite (Debian: \`calculix-ccx-test\`), each with the command that it is for. ${count("refused")} are refused (exit status 2), ${count("failed")} fail in words
(exit status 1), ${count("computed")} are computed; the last column has the [cards that are not honoured](decks.md), another reason, or what is said with a result. None is computed and differs
from CalculiX without a word. \`./test --long calculix-suite\` makes this page, where the suite is installed.

| deck | asks for | command | | |
| --- | --- | --- | --- | --- |
${rows.map(line).join("\n")}
`;
}
