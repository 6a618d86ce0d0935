/** Checkpoint files of a run: when they may be written, and whether a run may go on from one. */
import { existsSync } from "node:fs";
import { InputError, type Notice, noticesOf, type Snapshot } from "noether";
import {
  type Checkpoint,
  decodeCheckpoint,
  differences,
  encodeCheckpoint,
  isCheckpoint,
  type JsonObject,
} from "noether/results";
import { readBytes, refuseOutput, replaceFile } from "../files.js";
import { version } from "../version.js";

/** A checkpoint replaces an older one of its own run, and nothing else. */
export function refuseCheckpointPath(path: string, run: JsonObject, force: boolean): void {
  refuseOutput(path);
  if (force || !existsSync(path)) return;
  const found = ownerOf(readBytes(path), path);
  const reason = found.run === null ? found.reason : foreign(found.run, run);
  if (reason === null) return;
  throw new InputError(`exists already and ${reason}; choose another name, or add --force to replace it`, {
    file: path,
  });
}

/** The run that a checkpoint belongs to, or why that cannot be told. */
function ownerOf(
  bytes: Uint8Array,
  file: string,
): { readonly run: JsonObject } | { readonly run: null; readonly reason: string } {
  if (!isCheckpoint(bytes)) return { run: null, reason: "is not a checkpoint" };
  try {
    return decodeCheckpoint(bytes, { file });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { run: null, reason: error.reason };
  }
}

function foreign(theirs: JsonObject, run: JsonObject): string | null {
  const found = differences(theirs, run);
  return found.length === 0 ? null : `is the checkpoint of another run: ${some(found)}`;
}

function some(found: readonly string[]): string {
  return `${found.slice(0, 3).join("; ")}${found.length > 3 ? `; and ${found.length - 3} more` : ""}`;
}

export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  replaceFile(path, encodeCheckpoint(checkpoint));
}

export interface Resumed {
  readonly snapshot: Snapshot;
  readonly notices: readonly Notice[];
}

/** The snapshot in the file, if it belongs to this run. */
export function snapshotFor(run: JsonObject, path: string): Resumed {
  const { run: theirs, notes, snapshot } = decodeCheckpoint(readBytes(path), { file: path });
  const found = differences(theirs, run);
  if (found.length > 0) {
    const reason = `belongs to another run: ${some(found)}`;
    throw new InputError(`${reason}. Resume it with the model and the options it began with`, { file: path });
  }
  const { version: writer = "another version" } = notes;
  if (writer === version) return { snapshot, notices: [] };
  const said = `${path} was written by noether ${String(writer)}, and this is ${version}: the run goes on, but perhaps not bit for bit`;
  return { snapshot, notices: noticesOf("checkpoint-version", [said]) };
}
