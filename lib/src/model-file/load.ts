/** From the text of a model file, or from data, to a model: plain data of the right shape, with its files and the places for messages. */
import { InputError } from "../core/failure.js";
import type { WithThreads } from "../core/threads.js";
import type { JsonObject } from "../formats/json.js";
import { adjustable, isAdjustable, type NamedNumbers, type ParameterNumbers } from "../symbolic/index.js";
import { checkShape } from "./check-shape.js";
import { type Entry, entryOf } from "./entry.js";
import { type Files, filesOf, type ReadFile } from "./files.js";
import { type Origins, relocated } from "./origins.js";
import { type Override, overridden } from "./overrides.js";
import { parametersOf } from "./parameters.js";
import { type Inserted, treeOf } from "./source.js";
import { type SystemKindId, systemKind } from "./system-kinds.js";
import { plain, type Tree } from "./tree.js";
import { treeFrom } from "./tree-of-data.js";

/** `threads`: of the systems that are built of it. */
export interface Model extends WithThreads {
  /** The title, or the name of the file. */
  readonly name: string;
  /** The file as plain data, with what was overridden: written into results, and read again as a model file. */
  readonly data: JsonObject;
  readonly kind: SystemKindId;
  readonly units: Readonly<Record<string, string>>;
  readonly parameters: NamedNumbers;
  readonly files: Files;
  /** The parameters for the builders: numbers, or numbers that can be set again. */
  readonly given: ParameterNumbers;
  /** The whole of it, for the builders. */
  readonly root: Entry;
}

/** `threads`: those that help with large matrices of the system. */
export interface LoadOptions extends WithThreads {
  /** The name of the file, for messages. */
  readonly file?: string | undefined;
  /** Reads a file that the model names; models that name none do without. */
  readonly readFile?: ReadFile | undefined;
  readonly overrides?: readonly Override[];
  /** How many bytes a mesh and its system may take; more is refused before it is built. */
  readonly memory?: number | undefined;
  /** Of a model that was made from another file: the lines of that file, for messages. */
  readonly origins?: Origins | undefined;
  readonly inserted?: Inserted | undefined;
}

export function loadModel(text: string, options: LoadOptions = {}): Model {
  return modelOfTree(treeOf(text, options.file, options.inserted), options);
}

/** The model that plain data is: what another program made, or a result carries. */
export function modelFrom(data: JsonObject, options: LoadOptions = {}): Model {
  return modelOfTree(treeFrom(data, options.file), options);
}

/** The model that a tree is, with what it is changed by. `adjustable`: its parameters are inputs of compiled code, not constants of it. */
export function modelOfTree(
  written: Tree,
  {
    file,
    readFile,
    overrides = [],
    origins,
    memory,
    threads,
    adjustable: follows = false,
  }: LoadOptions & { readonly adjustable?: boolean },
): Model {
  const tree = overrides.reduce(overridden, origins === undefined ? written : relocated(written, origins, file));
  const kind = checkShape(tree);
  const numbers = parametersOf(tree);
  return modelOf(tree, kind, follows ? adjustable(numbers) : numbers, { file, readFile, memory, threads });
}

/** What a tree of the right shape says. */
export function modelOf(
  tree: Tree,
  kind: SystemKindId,
  given: ParameterNumbers,
  { file, readFile = noFiles, memory, threads }: Pick<LoadOptions, "file" | "readFile" | "memory" | "threads">,
): Model {
  const root = entryOf(tree, [], given);
  const data = plain(tree) as JsonObject;
  return {
    name: root.has("name") ? root.at("name").text() : (file ?? kind),
    data,
    kind,
    units: (data["units"] ?? {}) as Readonly<Record<string, string>>,
    parameters: isAdjustable(given) ? given.values : given,
    given,
    files: filesOf(root, systemKind(kind).files, readFile, memory),
    threads,
    root,
  };
}

const noFiles: ReadFile = () => {
  throw new InputError("files cannot be read here");
};
