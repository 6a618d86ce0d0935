/** Model files on the command line: the options that override them, and what a run of one is identified by. */
import { createHash } from "node:crypto";
import { dirname, extname, resolve } from "node:path";
import type { Command } from "commander";
import { distinct, InputError, type Notice } from "noether";
import type { DeckModel, JsonObject } from "noether/formats";
import {
  blamedOn,
  buildProblem,
  endSetting,
  loadModel,
  type Model,
  methodSetting,
  modelFrom,
  type Override,
  type Plan,
  setting,
  stepSetting,
} from "noether/model-file";
import { isObject } from "noether/results";
import type { MeshOptions, ModelSource } from "./engineering-files.js";
import { readBytes, readText } from "./files.js";
import { memoryLimit } from "./memory-limit.js";
import { isResultText, resultFormat } from "./results/writer.js";
import { threadPool } from "./thread-pool.js";

/** What a model is read with, beside what overrides it. */
export interface ReadOptions extends MeshOptions {
  readonly memory?: string;
}

export interface ModelOptions extends ReadOptions {
  readonly method?: string;
  readonly step?: string;
  readonly end?: string;
  readonly set?: readonly string[];
}

export function withModelOptions(command: Command): Command {
  return withMeshOptions(command)
    .option("-m, --method <method>", 'another method: a name, or "newmark(beta=1/6, gamma=1/2)"')
    .option("-s, --step <step>", "another step")
    .option("-e, --end <time>", "another end")
    .option("--set <path=value>", "another value anywhere in the model: system.parameters.m=2", gather);
}

/** Of every command that builds the system of a mesh. */
export function withMeshOptions(command: Command): Command {
  return command
    .option("--material <file>", "of a mesh: { model, E, nu, density } in YAML")
    .option(...MEMORY)
    .option("--fix <group>", "of a mesh: a group that is fixed; may be given several times", gather)
    .option(...ACCEPT_DIFFERENCES);
}

/** Of every command that builds a model. */
export const MEMORY = [
  "--memory <size>",
  "what a mesh and its system may take, as 8GB (default: 3/4 of the machine's)",
] as const;

/** Of every command that computes something from a deck. */
export const ACCEPT_DIFFERENCES = [
  "--accept-differences",
  "compute a deck without what changes its result and is not honoured, and mark the results",
] as const;

/** For options that may be given several times. */
export const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export interface OpenedModel extends Plan {
  readonly path: string;
  readonly model: Model;
}

/** Everything a run needs, checked; a stored result is opened as the model that it came from. */
export async function openModel(path: string, options: ModelOptions): Promise<OpenedModel> {
  return planOf(path, await readModel(path, overridesOf(options), options));
}

export function planOf(path: string, model: ReadModel): OpenedModel {
  if (model.data.method === undefined && model.isOfMesh) {
    const reason =
      "it asks for nothing that is computed, and no method is known for it; give --method, --step and --end " +
      "(--method newmark --step 1e-5 --end 1e-2), or look at its modes: noether analyze";
    throw new InputError(reason, { file: path });
  }
  const plan = buildProblem(model);
  return { ...plan, notices: allNotices(model, plan.notices), path, model };
}

/** What is to be said about a model and its mesh. A deck is more than its mesh, and what else is in it has been read. */
export function allNotices({ notices, deck }: ReadModel, ofSystem: readonly Notice[] = []): Notice[] {
  const ofMesh = ofSystem.filter(({ code }) => deck === null || code !== "beside-mesh");
  const said = new Set(notices.map(({ message }) => message));
  return distinct([...notices, ...ofMesh.filter(({ message }) => !said.has(message))]);
}

export interface ReadModel extends Model {
  /** What a deck holds that is not in the model. */
  readonly notices: readonly Notice[];
  /** The deck that it is made from. */
  readonly deck: DeckModel | null;
  /** Was the file a mesh or a deck, and no model file? */
  readonly isOfMesh: boolean;
}

/** Of all models of this process. */
const threads = threadPool();

export async function readModel(
  path: string,
  overrides: readonly Override[] = [],
  options: ReadOptions = {},
): Promise<ReadModel> {
  const stored = await modelInResult(path);
  const ofMesh = stored === null ? await modelOfMesh(path, options) : null;
  const found: ModelSource = stored ?? ofMesh ?? { content: readText(path), file: path, notices: [], deck: null };
  const { content, file, notices, deck, inserted } = found;
  const readFile = (name: string) => readBytes(resolve(dirname(path), name));
  const where = deck === null ? { file } : { file: path, origins: deck.origins };
  const memory = memoryLimit(options.memory);
  const given = { ...where, inserted, readFile, overrides, memory, threads };
  return {
    ...(typeof content === "string" ? loadModel(content, given) : modelFrom(content, given)),
    notices,
    deck,
    isOfMesh: ofMesh !== null,
  };
}

export function overridesOf({ method, step, end, set = [] }: ModelOptions): Override[] {
  return [
    ...set.map(setting),
    ...(method === undefined ? [] : [methodSetting(method)]),
    ...(step === undefined ? [] : [stepSetting(step)]),
    ...(end === undefined ? [] : [endSetting(end)]),
  ];
}

/** What reads meshes and decks is loaded for files that may be some, or options that only these have. */
async function modelOfMesh(path: string, options: ReadOptions): Promise<ModelSource | null> {
  const { material, fix = [] } = options;
  if (/\.(ya?ml|json)$/i.test(path) && material === undefined && fix.length === 0) return null;
  return (await import("./engineering-files.js")).modelOfFile(path, options);
}

/** The model that a result carries, with the differences from the deck that it was made from; null for a file that is no result. */
async function modelInResult(path: string): Promise<ModelSource | null> {
  const ending = extname(path).toLowerCase();
  const isResult = [".h5", ".csv", ".pvd", ".vtkhdf"].includes(ending) || (ending === ".json" && holdsFrames(path));
  if (!isResult) return null;
  const header = (await resultFormat(path)).head(path);
  const notices = (header.notices ?? []).filter(({ code }) => code === "deck-difference");
  return { content: header.model, file: path, notices, deck: null };
}

function holdsFrames(path: string): boolean {
  if (isResultText(path)) return true;
  try {
    const value: unknown = JSON.parse(readText(path));
    return isObject(value) && "frames" in value;
  } catch (error) {
    if (error instanceof InputError) throw error;
    return false;
  }
}

/** Does what may refuse the model, or the checkpoint that it is to go on from, and says where in the file the reason is. */
export function blamed<T>({ model }: OpenedModel, checkpoint: string | undefined, work: () => T): T {
  return blamedOn(model, () => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError) || error.code !== "snapshot" || checkpoint === undefined) throw error;
      throw new InputError(`${error.reason}; take an older one, or start again without --resume`, { file: checkpoint });
    }
  });
}

/** What decides the states a run goes through, as plain data: a checkpoint belongs to runs with the same. Files that the
 *  model names count by their content. */
export function identityOf({ model, method, time, problem }: OpenedModel): JsonObject {
  const { system, start } = model.data;
  const files = [...model.files.contents].map(([name, bytes]) => [name, digest(bytes)]);
  return {
    system: system ?? null,
    start: start ?? null,
    files: Object.fromEntries(files),
    method: { name: method.id, ...method.parameters },
    time: { start: problem.t0, step: ("step" in time ? time.step : time.interval) ?? null },
  };
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
