/** What the page and the engine's workers say to each other. All of it is plain data. */
import type { JsonObject } from "noether/formats";

/** A model as text, and the files that it names by the names it gives them. */
export interface ModelSource {
  readonly text: string;
  /** The name of the file, for messages. */
  readonly file: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export interface RunRequest {
  readonly kind: "run";
  readonly source: ModelSource;
  /** In the words of `--method`; null: the model's own. */
  readonly method: string | null;
}

/** Wrong input, in the words of the command line. */
export interface Complaint {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** What is known when the first step is about to be taken. */
export interface Beginning {
  readonly title: string;
  /** `{ name: "newmark", beta: 0.25, gamma: 0.5 }`. */
  readonly method: JsonObject;
  readonly columns: readonly string[];
  readonly units: Readonly<Record<string, string>>;
  /** Start and end of the time. */
  readonly span: readonly [number, number];
}

/** Frames so far, thinned: one vector a column. They replace the frames of the report before. */
export type Frames = readonly Float64Array[];

export type Report =
  | { readonly kind: "began"; readonly beginning: Beginning }
  | { readonly kind: "frames"; readonly done: number; readonly frames: Frames }
  /** The document of `run --json` with all of the state. */
  | { readonly kind: "ended"; readonly document: JsonObject }
  | { readonly kind: "refused"; readonly complaint: Complaint }
  | { readonly kind: "cancelled" };

export type Request = RunRequest;

export type ToWorker =
  | { readonly kind: "begin"; readonly task: number; readonly request: Request }
  | { readonly kind: "cancel"; readonly task: number };

export interface FromWorker {
  readonly task: number;
  readonly report: Report;
}

/** Nothing more comes after these. */
export const isFinal = ({ kind }: Report): boolean => kind === "ended" || kind === "refused" || kind === "cancelled";
