/** What the page and the engine's workers say to each other. All of it is plain data. */
import type { ParameterTable } from "noether";
import type { JsonObject } from "noether/formats";
import type { Scene, SceneFrames } from "noether/scene";

/** A model as text, and the files that it names by the names it gives them. */
export interface ModelSource {
  readonly text: string;
  /** The name of the file, for messages. */
  readonly file: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Wrong input, in the words of the command line. */
export interface Complaint {
  readonly message: string;
  /** The message without the place in front of it. */
  readonly reason: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface Notice {
  readonly code: string;
  readonly message: string;
}

/** Integrates a model; frames are reported as they come. */
export interface RunRequest {
  readonly kind: "run";
  readonly source: ModelSource;
  /** In the words of `--method`; null: the model's own. */
  readonly method: string | null;
}

/** What is known when the first step is about to be taken. */
export interface Beginning {
  readonly title: string;
  /** `{ name: "newmark", beta: 0.25, gamma: 0.5 }`. */
  readonly method: JsonObject;
  readonly columns: readonly string[];
  /** Names of the coordinates. */
  readonly labels: readonly string[];
  readonly units: Readonly<Record<string, string>>;
  /** Start and end of the time. */
  readonly span: readonly [number, number];
  /** Does the method choose its steps? */
  readonly ownSteps: boolean;
}

/** Frames so far, thinned: one vector a column. They replace the frames of the report before. */
export type Frames = readonly Float64Array[];

/** The steps of a method that chooses them, thinned. */
export interface Steps {
  readonly times: Float64Array;
  readonly sizes: Float64Array;
}

export type RunReport =
  | { readonly kind: "began"; readonly beginning: Beginning }
  | { readonly kind: "frames"; readonly done: number; readonly frames: Frames; readonly steps: Steps | null }
  /** What the run looks like so far; it replaces the one before. */
  | { readonly kind: "scene"; readonly scene: Scene; readonly frames: SceneFrames }
  /** The document of `run --json` with all of the state. */
  | { readonly kind: "ended"; readonly document: JsonObject };

/** What a model says, without running it. */
export interface Facts {
  readonly title: string;
  readonly kind: string;
  readonly unknowns: number;
  readonly labels: readonly string[];
  readonly parameters: Readonly<Record<string, number>>;
  /** The model's own method in words, with the parameters that are not its defaults. */
  readonly method: string;
  /** All of its settings. */
  readonly settings: JsonObject;
  readonly span: readonly [number, number];
  /** Null for a method that chooses its steps. */
  readonly step: number | null;
  readonly start: { readonly q: readonly number[]; readonly v: readonly number[] };
  readonly notices: readonly Notice[];
}

/** Names, defaults and meanings, from the registries. */
export interface MethodFacts {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly order: number;
  readonly ownSteps: boolean;
  readonly parameters: ParameterTable;
}

export interface Registry {
  readonly methods: readonly MethodFacts[];
  readonly models: readonly { readonly id: string; readonly title: string; readonly parameters: ParameterTable }[];
  /** The JSON Schema of model files. */
  readonly schema: JsonObject;
}

/** Requests with one answer. */
export interface Questions {
  check: { readonly request: { readonly source: ModelSource }; readonly answer: Facts };
  registry: { readonly request: Record<never, never>; readonly answer: Registry };
}

export type QuestionKind = keyof Questions;

export type Question<K extends QuestionKind = QuestionKind> = {
  readonly [Kind in K]: { readonly kind: Kind } & Questions[Kind]["request"];
}[K];

export type Request = RunRequest | Question;

export type Report =
  | RunReport
  | { readonly kind: "answer"; readonly answer: Questions[QuestionKind]["answer"] }
  | { readonly kind: "refused"; readonly complaint: Complaint }
  | { readonly kind: "cancelled" };

export type ToWorker =
  | { readonly kind: "begin"; readonly task: number; readonly request: Request }
  | { readonly kind: "cancel"; readonly task: number };

export interface FromWorker {
  readonly task: number;
  readonly report: Report;
}

const LAST: readonly Report["kind"][] = ["ended", "answer", "refused", "cancelled"];

/** Nothing more comes after these. */
export const isFinal = ({ kind }: Report): boolean => LAST.includes(kind);
