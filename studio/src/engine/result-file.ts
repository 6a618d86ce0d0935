/** A run as the file that `noether run --out` writes of it: computed again, with every frame that the model records. */
import { citations, version } from "content:about";
import { InputError, thinnedFrames } from "noether";
import {
  csvFrame,
  csvHead,
  csvTail,
  type JsonObject,
  jsonFrame,
  jsonHead,
  jsonTail,
  type ResultHeader,
} from "noether/formats";
import { beginPlan, buildProblem } from "noether/model-file";
import { endingOf, resultHeader, resultOf } from "noether/report";
import type { ResultFileRequest } from "./messages.js";
import { modelOf } from "./opened.js";
import { inSlices, type Task } from "./task.js";

/** What is written of one frame after another. */
interface Writing {
  frame(values: Float64Array): void;
  finish(header: ResultHeader, summary: JsonObject): Promise<BlobPart[]>;
}

export async function resultFile({ source, method, format }: ResultFileRequest, task: Task): Promise<Blob | null> {
  const model = modelOf(source, method);
  const plan = buildProblem(model);
  const writing = format === "h5" ? table() : text(format);
  const { runner, recording } = beginPlan(plan, {
    frames: (recorded) => {
      const rows = recorded();
      return { observe: (s, ledger) => writing.frame(rows.row(s, ledger())) };
    },
  });
  if (!(await inSlices(runner, task))) return null;
  const cited = [...new Set(plan.cites)].map((key) => citations[key] ?? key);
  const header = resultHeader(plan, model, recording(), { version, citations: cited, notices: runner.notices });
  const notices = [...plan.notices, ...runner.notices];
  const ending = endingOf(plan, runner, { seconds: 0, notices });
  return new Blob(await writing.finish(header, resultOf(ending, plan.problem.system.dof <= 100)));
}

/** Characters; what is larger is for the command line. */
const MOST = 1e9;
const PIECE = 1 << 20;

function text(format: "json" | "csv"): Writing {
  const parts: Blob[] = [];
  let [pending, length, count] = ["", 0, 0];
  return {
    frame(values) {
      pending += format === "csv" ? csvFrame(values) : jsonFrame(values, count === 0);
      count++;
      if (pending.length < PIECE) return;
      // The browser may put them on disk.
      parts.push(new Blob([pending]));
      length += pending.length;
      pending = "";
      refuseLarge(length);
    },
    async finish(header, summary) {
      const [head, tail] = format === "csv" ? [csvHead, csvTail] : [jsonHead, jsonTail];
      return [head(header), ...parts, pending, tail(summary)];
    },
  };
}

function table(): Writing {
  const frames = thinnedFrames(Number.POSITIVE_INFINITY);
  return {
    frame(values) {
      frames.add(values);
      refuseLarge(8 * values.length * frames.count);
    },
    async finish(header, summary) {
      const { fileOf } = await import("./hdf5.js");
      const bytes = fileOf({ header, data: frames.columns(header.columns.length), summary });
      return [bytes as Uint8Array<ArrayBuffer>];
    },
  };
}

function refuseLarge(bytes: number): void {
  if (bytes > MOST)
    throw new InputError(
      "the file would have more than a gigabyte; write it with noether run --out, or record fewer frames (record: { every: 100 })",
    );
}
