/** Models straight from an engineer's files: an input deck, or a mesh with a material beside it. */
import { basename, extname } from "node:path";
import { InputError, type Notice, noticesOf } from "noether";
import { meshFormat, readBulkModel, readDeck } from "noether/formats";
import { readBytes, readText } from "./files.js";

export interface MeshOptions {
  /** A YAML file with a material. */
  readonly material?: string;
  /** Groups that are held. */
  readonly fix?: readonly string[];
}

export interface ModelText {
  readonly text: string;
  /** What messages call it: lines are not those of the file. */
  readonly file: string;
  readonly notices: readonly Notice[];
  readonly isDeck: boolean;
}

/** Formats that hold more than a mesh. */
const DECKS: Readonly<Record<string, typeof readDeck>> = {
  ".inp": readDeck,
  ".bdf": readBulkModel,
  ".nas": readBulkModel,
  ".fem": readBulkModel,
};

/** The text of the model that the file stands for; null for a file that is a model itself. */
export function modelOfFile(path: string, { material, fix = [] }: MeshOptions): ModelText | null {
  const isMesh = meshFormat(path) !== null;
  if (!isMesh) {
    if (material === undefined && fix.length === 0) return null;
    throw new InputError("--material and --fix are for meshes, and this is a model file", { file: path });
  }
  const file = `${path} (as a model)`;
  const readModel = DECKS[extname(path).toLowerCase()];
  if (readModel !== undefined && material === undefined) {
    const { model, notices } = readModel(readBytes(path), path);
    return { text: JSON.stringify(model, null, 1), file, notices: noticesOf("deck", notices), isDeck: true };
  }
  if (material === undefined) {
    const reason =
      "is a mesh, and says nothing of its material; give --material FILE, with { model, E, nu, density } in it";
    throw new InputError(reason, { file: path });
  }
  const held = fix.map((group) => ({ on: group, fix: "all" }));
  const text = `noether: 1
name: ${JSON.stringify(basename(path))}
system:
  solid:
    mesh: ${JSON.stringify(basename(path))}
    supports: ${JSON.stringify(held)}
    material:
${indented(readText(material))}
`;
  return { text, file, notices: [], isDeck: false };
}

/** Is the file a mesh that no method is known for, neither from the file itself nor from the command line? */
export function isMeshAlone(path: string, options: MeshOptions & { readonly method?: string }): boolean {
  if (meshFormat(path) === null || options.method !== undefined) return false;
  const readModel = DECKS[extname(path).toLowerCase()];
  if (readModel === undefined || options.material !== undefined) return true;
  try {
    return readModel(readBytes(path), path).model.method === undefined;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}

const indented = (text: string) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^(?:---[ \t]*\n)?/, "")
    .replace(/^/gm, "      ");
