/** The body as it last was, in one `.vtu`: replaced at once by every flush, so that a reader finds a whole file. */
import { existsSync } from "node:fs";
import { InputError, type Notice } from "noether";
import { vtuWriter } from "noether/formats";
import type { Body } from "noether/mesh";
import { replaceFile } from "../files.js";
import { bodyFor, bodyFrames } from "./body-frames.js";
import type { ResultFile, ResultWriter } from "./writer.js";

export const vtu: ResultFile = {
  head: refuse,
  scan: refuse,
  create(path, { notices }, force, body) {
    if (!force && existsSync(path)) {
      throw new InputError("exists already; choose another name, or add --force to overwrite it", { file: path });
    }
    return latest(path, bodyFor(body, path), notices);
  },
  resume: (path, { notices }, _frames, body) => latest(path, bodyFor(body, path), notices),
};

function refuse(path: string): never {
  throw new InputError("holds the last frame of a run and no table; accepted: .csv, .json, .h5, .pvd, .vtkhdf", {
    file: path,
  });
}

function latest(path: string, body: Body, notices: readonly Notice[] = []): ResultWriter {
  const frames = bodyFrames(body);
  const file = vtuWriter(body.mesh, notices);
  let waiting = false;
  const flush = () => {
    if (waiting) replaceFile(path, file.frame(frames.at(undefined)));
    waiting = false;
  };
  return {
    frame(_values, moment) {
      frames.at(moment);
      waiting = true;
    },
    flush,
    // Every flush is one.
    sync: () => {},
    close: flush,
  };
}
