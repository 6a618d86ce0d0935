/** The body in motion as ParaView opens it: `x.pvd`, and a file `x/x_000000.vtu` for every frame. A frame is listed when its file is
 *  complete, so that a killed run leaves a collection that opens. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "noether";
import { decodeResultPvd, pvdFrame, pvdHead, pvdTail, vtuWriter } from "noether/formats";
import type { Body } from "noether/mesh";
import { attempt, readText, writeFile } from "../files.js";
import { bodyFor, bodyFrames, withoutStates } from "./body-frames.js";
import { growing } from "./text.js";
import type { ResultFormat, ResultWriter } from "./writer.js";

const nameOf = (path: string) => basename(path).replace(/\.pvd$/i, "");
const folderOf = (path: string) => join(dirname(path), nameOf(path));
const fileOf = (path: string, index: number) => `${nameOf(path)}_${String(index).padStart(6, "0")}.vtu`;

/** The list itself. */
const listOf = (path: string) =>
  growing({
    head: pvdHead,
    frame: (values, index) => pvdFrame(values, `${nameOf(path)}/${fileOf(path, index)}`),
    tail: pvdTail,
    decode: decodeResultPvd,
  });

export const pvd: ResultFormat = {
  read: (path) => decodeResultPvd(readText(path), { file: path }),
  create(path, header, force, body) {
    const shape = bodyFor(body, path);
    const { header: kept } = withoutStates(header);
    const writer = listOf(path).create(path, kept, force);
    makeFolder(path, force);
    return withFrames(path, writer, shape, header, 0);
  },
  resume(path, header, frames, body) {
    const shape = bodyFor(body, path);
    const writer = listOf(path).resume(path, withoutStates(header).header, frames);
    return withFrames(path, writer, shape, header, frames);
  },
};

/** A folder of its own; frames of an older run in it go only by force. */
function makeFolder(path: string, force: boolean): void {
  const folder = folderOf(path);
  attempt(folder, "write", () => {
    if (!existsSync(folder)) mkdirSync(folder);
    const frame = new RegExp(`^${nameOf(path).replace(/[^\w]/g, "\\$&")}_\\d{6,}\\.vtu$`);
    const old = readdirSync(folder).filter((name) => frame.test(name));
    if (old.length > 0 && !force) {
      throw new InputError("holds frames of an older run; choose another name, or add --force", { file: folder });
    }
    for (const name of old) rmSync(join(folder, name));
  });
}

function withFrames(
  path: string,
  list: ResultWriter,
  body: Body,
  header: Parameters<ResultFormat["create"]>[1],
  written: number,
): ResultWriter {
  const frames = bodyFrames(body);
  const file = vtuWriter(body.mesh);
  const { of } = withoutStates(header);
  let index = written;
  return {
    ...list,
    frame(values, moment) {
      writeFile(join(folderOf(path), fileOf(path, index++)), file.frame(frames.at(moment)), true);
      list.frame(of(values));
    },
  };
}
