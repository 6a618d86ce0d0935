/** Checkpoint files of a run: when they may be written, and whether a run may go on from one. */
import { existsSync } from "node:fs";
import { InputError, type Snapshot } from "noether";
import { type Checkpoint, decodeCheckpoint, differences, encodeCheckpoint, type JsonObject } from "noether/formats";
import { readBytes, replaceFile } from "../files.js";

/** A checkpoint replaces its own older file, and nothing else. */
export function refuseCheckpointPath(path: string, force: boolean): void {
  if (force || !existsSync(path)) return;
  try {
    decodeCheckpoint(readBytes(path), { file: path });
  } catch (error) {
    if (error instanceof InputError && error.reason.startsWith("is not a checkpoint")) {
      throw new InputError("exists already and is not a checkpoint; choose another name, or add --force", {
        file: path,
      });
    }
    // A damaged or older checkpoint is there to be replaced.
  }
}

export function writeCheckpoint(path: string, checkpoint: Checkpoint): void {
  replaceFile(path, encodeCheckpoint(checkpoint));
}

/** The snapshot in the file, if it belongs to this run. */
export function snapshotFor(run: JsonObject, path: string): Snapshot {
  const { run: theirs, snapshot } = decodeCheckpoint(readBytes(path), { file: path });
  const found = differences(theirs, run);
  if (found.length === 0) return snapshot;
  const some = found.slice(0, 3).join("; ");
  const more = found.length > 3 ? `; and ${found.length - 3} more` : "";
  throw new InputError(
    `belongs to another run: ${some}${more}. Resume it with the model and the options it began with`,
    {
      file: path,
    },
  );
}
