/** What stands before the frames of a result file: the command line and the studio write the same. */
import { distinct, type Notice } from "../core/notice.js";
import type { ResultHeader } from "../formats/result.js";
import type { Model, Plan } from "../model-file/index.js";
import type { Recording } from "../observers/index.js";
import { methodData } from "./run-document.js";

export interface HeaderOptions {
  /** Of the program. */
  readonly version: string;
  /** The plan's `cites`, in words. */
  readonly citations: readonly string[];
  /** What the method has to say before the run. */
  readonly notices?: readonly Notice[];
}

export function resultHeader(
  { name, method, units, problem, notices }: Plan,
  { data }: Model,
  { columns }: Recording,
  { version, citations, notices: ofMethod = [] }: HeaderOptions,
): ResultHeader {
  return {
    name,
    model: data,
    method: methodData(method),
    version,
    citations,
    units,
    notices: distinct([...notices, ...ofMethod]),
    labels: problem.view?.labels ?? problem.system.labels,
    columns,
  };
}
