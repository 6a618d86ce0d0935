/** A study: one model under many settings, what is measured of each run, and the table that comes of it. Plain data, wherever it runs. */
import type { Json, JsonObject } from "../formats/json.js";
import type { StudyFigure } from "./figures.js";

/** A study as it was written, resolved, so that it can travel: its model is inside, the files it needs are there by content. */
export interface StudyBundle {
  readonly study: JsonObject;
  /** The study file, letter for letter. */
  readonly text: string;
  readonly name: string;
  /** By the name in the study. The hash is SHA-256 in hexadecimal digits. */
  readonly files: ReadonlyMap<string, StudyFile>;
}

export interface StudyFile {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** What is varied together: a key with its values, or several keys with as many values each. */
export interface StudyAxis {
  readonly names: readonly string[];
  readonly count: number;
  /** The values of all its keys. */
  at(index: number): readonly Json[];
}

export interface Study {
  readonly name: string;
  readonly axes: readonly StudyAxis[];
  /** How many cases. */
  readonly count: number;
  readonly columns: readonly StudyColumn[];
  /** What is drawn of the table. */
  readonly figures: readonly StudyFigure[];
  readonly bundle: StudyBundle;
  /** The number of the case that stands for all, as for the columns: the first, or where that cannot be built one that can. */
  readonly example: number;
  caseAt(index: number): Case;
}

export interface Case {
  /** From 0. */
  readonly index: number;
  /** What decides the numbers of this case, as a hash: the same in an edited study that still contains it. */
  readonly key: string;
  /** The varied keys, as they are written in the study, with their values. */
  readonly settings: Readonly<Record<string, Json>>;
}

export type ColumnType = "float64" | "int64" | "text" | "bool";

/** `case`: its number. `outcome`: how the run ended. `timing`: what differs from machine to machine. */
export type ColumnRole = "case" | "varied" | "measured" | "outcome" | "timing";

export interface StudyColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly unit?: string;
  readonly role: ColumnRole;
}

export type Cell = number | string | boolean | null;

/** A case that has been computed; its values are in the order of the columns, and null where there is none. */
export interface Row {
  readonly index: number;
  readonly key: string;
  readonly values: readonly Cell[];
}
