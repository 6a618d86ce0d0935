/** The body in motion as ParaView opens it: `x.pvd`, and a file `x/x_000000.vtu` for every frame. A frame is listed when its file is
 *  complete, so that a killed run leaves a collection that opens. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "noether";
import { decodeResultPvd, pvdFrame, pvdHead, pvdTail, vtuWriter } from "noether/formats";
import type { Body } from "noether/mesh";
import { attempt, draftOf, publish, refuseExisting, syncFile, syncFolder } from "../files.js";
import { bodyFor, bodyFrames, withoutStates } from "./body-frames.js";
import { growing } from "./text.js";
import type { ResultFile, ResultWriter } from "./writer.js";

const nameOf = (path: string) => basename(path).replace(/\.pvd$/i, "");
const folderOf = (path: string) => join(dirname(path), nameOf(path));
const fileOf = (path: string, index: number) => `${nameOf(path)}_${String(index).padStart(6, "0")}.vtu`;

/** The list itself. */
const listOf = (path: string) =>
  growing({
    head: pvdHead,
    frame: (values, index) => pvdFrame(values, `${nameOf(path)}/${fileOf(path, index)}`),
    tail: pvdTail,
    lines: null,
    decode: decodeResultPvd,
  });

export const pvd: ResultFile = {
  head: (path) => listOf(path).head(path),
  scan: (path, open) => listOf(path).scan(path, open),
  create(path, header, force, body) {
    const shape = bodyFor(body, path);
    const { header: kept } = withoutStates(header);
    if (!force) refuseExisting(path);
    makeFolder(path, force);
    const writer = listOf(path).create(path, kept, force);
    return withFrames(path, writer, shape, header, 0);
  },
  resume(path, header, frames, body) {
    const shape = bodyFor(body, path);
    refuseMissing(path, frames);
    const writer = listOf(path).resume(path, withoutStates(header).header, frames);
    return withFrames(path, writer, shape, header, frames);
  },
};

/** So many names are remembered, and not more. */
const UNSYNCED = 4096;

/** A whole collection in the place of an older one, which stays as it is until the new one, written in a folder beside it, is complete. */
export function replaceCollection(path: string, write: (draft: string) => void): void {
  attempt(path, "write", () => {
    const beside = draftOf(path);
    const draft = join(beside, basename(path));
    try {
      mkdirSync(beside);
      write(draft);
      const folder = folderOf(path);
      if (!existsSync(folder)) mkdirSync(folder);
      const frames = new Set(framesOf(draft));
      for (const name of frames) renameSync(join(folderOf(draft), name), join(folder, name));
      publish(draft, path, true);
      for (const name of framesOf(path)) if (!frames.has(name)) rmSync(join(folder, name));
    } finally {
      rmSync(beside, { recursive: true, force: true });
    }
  });
}

/** The files of frames in the folder of a collection, listed or not. */
function framesOf(path: string): string[] {
  const frame = new RegExp(`^${nameOf(path).replace(/[^\w]/g, "\\$&")}_\\d{6,}\\.vtu$`);
  return readdirSync(folderOf(path)).filter((name) => frame.test(name));
}

/** A folder of its own; frames of an older run in it go only by force. */
function makeFolder(path: string, force: boolean): void {
  const folder = folderOf(path);
  attempt(folder, "write", () => {
    if (!existsSync(folder)) mkdirSync(folder);
    if (!force) refuseOldFrames(path);
    for (const name of framesOf(path)) rmSync(join(folder, name));
  });
}

export function refuseOldFrames(path: string): void {
  const folder = folderOf(path);
  const old = attempt(folder, "write", () => (existsSync(folder) ? framesOf(path) : []));
  if (old.length > 0)
    throw new InputError("holds frames of an older run; choose another name, or add --force", { file: folder });
}

/** The files that the list names are a part of the result. */
function refuseMissing(path: string, frames: number): void {
  for (let index = 0; index < frames; index++) {
    const file = join(folderOf(path), fileOf(path, index));
    if (existsSync(file)) continue;
    const reason = `its frame ${index} is missing: there is no file ${file}`;
    throw new InputError(`${reason}; give the result that this run began, or start again without --resume`, {
      file: path,
    });
  }
}

function withFrames(
  path: string,
  list: ResultWriter,
  body: Body,
  header: Parameters<ResultFile["create"]>[1],
  written: number,
): ResultWriter {
  const frames = bodyFrames(body);
  const file = vtuWriter(body.mesh);
  const { of } = withoutStates(header);
  let index = written;
  const unsynced = new Set<string>();
  const sync = () => {
    for (const name of unsynced) attempt(name, "write", () => syncFile(name));
    if (unsynced.size > 0) syncFolder(folderOf(path));
    unsynced.clear();
    list.sync();
  };
  return {
    ...list,
    sync,
    frame(values, moment) {
      const name = join(folderOf(path), fileOf(path, index++));
      // Listed when it is complete, and no sooner: it needs no name of its own until then.
      attempt(name, "write", () => writeFileSync(name, file.frame(frames.at(moment))));
      unsynced.add(name);
      if (unsynced.size >= UNSYNCED) sync();
      list.frame(of(values));
    },
    close(summary) {
      sync();
      list.close(summary);
    },
  };
}
