/** What the page and the engine's workers say to each other. All of it is plain data. */
import type { ParameterTable, Snapshot, WithThreads } from "noether";
import type { JsonObject, Units } from "noether/formats";
import type { Figure } from "noether/report";
import type { Scene, SceneFrames } from "noether/scene";
import type { Outcome } from "noether-papers";

/** A model as text, and the files that it names by the names it gives them. The worker that opens it adds its threads. */
export interface ModelSource extends WithThreads {
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
  /** The key of the model file that is blamed: `start.q.0`. */
  readonly key?: string | undefined;
  readonly line: number | null;
  readonly column: number | null;
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
  /** Those of the model, and those that follow from them. */
  readonly units: Units;
  /** Of the columns whose unit is known. */
  readonly columnUnits: Units;
  /** Start and end of the time. */
  readonly span: readonly [number, number];
  /** Does the method choose its steps? */
  readonly ownSteps: boolean;
}

/** One vector a column. */
export type Frames = readonly Float64Array[];

/** Frames so far, thinned. They replace those of the report before. */
export interface Thinned {
  readonly frames: Frames;
  /** How many there have been from one of them to the next. */
  readonly stride: number;
  /** Least and greatest values from each frame until the next one; null where every frame is there. */
  readonly extremes: { readonly low: Frames; readonly high: Frames } | null;
}

/** The steps of a method that chooses them, thinned. */
export interface Steps {
  readonly times: Float64Array;
  readonly sizes: Float64Array;
}

/** How large the terms are that what is conserved adds up, by the names of the columns. */
export type Sizes = Readonly<Record<string, number>>;

export type RunReport =
  | { readonly kind: "began"; readonly beginning: Beginning }
  | {
      readonly kind: "frames";
      readonly done: number;
      readonly kept: Thinned;
      readonly steps: Steps | null;
      readonly sizes: Sizes;
    }
  /** What the run looks like so far; it replaces the one before. */
  | { readonly kind: "scene"; readonly scene: Scene; readonly frames: SceneFrames }
  /** Where it stands when it has paused. */
  | { readonly kind: "paused" }
  /** The document of `run --json` with all of the state, and states on the way from which parts of the run can be computed again. */
  | { readonly kind: "ended"; readonly document: JsonObject; readonly marks: readonly Snapshot[] };

/** What a model says, without running it. */
export interface Facts {
  readonly title: string;
  readonly unknowns: number;
  readonly labels: readonly string[];
  readonly parameters: Readonly<Record<string, number>>;
  /** All settings of the model's own method. */
  readonly settings: JsonObject;
  readonly span: readonly [number, number];
  /** Null for a method that chooses its steps. */
  readonly step: number | null;
  readonly start: { readonly q: readonly number[]; readonly v: readonly number[] };
  readonly units: Units;
  /** Of positions and velocities, `q.x` and `v.x`, where they are known. */
  readonly columnUnits: Units;
}

/** Names, defaults and meanings, from the registries. */
export interface MethodFacts {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly parameters: ParameterTable;
}

export interface Registry {
  readonly methods: readonly MethodFacts[];
  readonly models: readonly { readonly id: string; readonly parameters: ParameterTable }[];
  /** The JSON Schema of model files. */
  readonly schema: JsonObject;
}

/** What a method makes of a model before it is run. */
export interface SchemeForecast {
  /** In the words of `--method`. */
  readonly name: string;
  /** Why nothing can be said of it; the rest is then empty. */
  readonly refusal: string | null;
  readonly stable: boolean;
  /** The longest stable step; null: no limit. */
  readonly limit: number | null;
  /** The step to take for an error of one per cent; null: there is none. */
  readonly advised: number | null;
  /** Of each mode at the step of the model. */
  readonly modes: readonly { readonly periodError: number | null; readonly damping: number | null }[];
  /** |T̄/T − 1| of each mode over the steps. */
  readonly periodErrors: readonly Float64Array[];
  /** The damping that the scheme adds to each mode, over the steps. */
  readonly addedDamping: readonly Float64Array[];
}

export interface Forecast {
  readonly step: number;
  readonly modes: readonly { readonly frequency: number; readonly damping: number }[];
  readonly steps: Float64Array;
  readonly schemes: readonly SchemeForecast[];
  /** Is it a linearisation, at the start? */
  readonly linearised: boolean;
}

export interface Finding {
  readonly property: string;
  readonly claim: string;
  readonly measured: string;
  readonly verdict: string;
}

export interface CertificateFacts {
  readonly findings: readonly Finding[];
  /** Errors against a reference over the step; null where there is no order to be measured. */
  readonly convergence: {
    readonly steps: Float64Array;
    readonly positionErrors: Float64Array;
  } | null;
}

/** A result that a run has stored. */
export interface StoredResult {
  readonly beginning: Beginning;
  readonly kept: Thinned;
  /** Every frame of the file; null where none has been left out. */
  readonly table: Frames | null;
  /** How the run ended; null where it was cut off. */
  readonly document: JsonObject | null;
  /** What it looks like, or why that is not known. */
  readonly scene: { readonly scene: Scene; readonly frames: SceneFrames } | { readonly missing: string };
}

/** A file that a user has opened. */
export type ReadFile =
  /** `named`: the model is made from the file, and names it. */
  | { readonly kind: "model"; readonly text: string; readonly named: boolean }
  | { readonly kind: "result"; readonly text: string; readonly result: StoredResult }
  /** A deck with lines that would not be honoured; `says` lists them. */
  | { readonly kind: "differences"; readonly says: string };

export interface ReadRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Those that were opened with it, by their names. */
  readonly files: ModelSource["files"];
  /** May lines of a deck that would not be honoured be left out? */
  readonly acceptDifferences: boolean;
}

/** A mode as a motion. */
export interface ModeMotion {
  readonly scene: Scene;
  readonly frames: SceneFrames;
  /** rad/s */
  readonly frequency: number;
}

interface OfModel {
  readonly source: ModelSource;
}

export interface ResultFileRequest extends OfModel {
  readonly method: string | null;
  readonly format: "json" | "csv" | "h5";
}

export interface WindowRequest extends OfModel {
  readonly method: string | null;
  /** A state before it; null: the start. */
  readonly from: Snapshot | null;
  readonly span: readonly [number, number];
}

interface ItemOfPaper {
  readonly paper: string;
  readonly item: string;
}

export interface SectionRequest extends OfModel {
  readonly method: string | null;
  /** The column that has the value `at` on the plane: `q.angle`, `v.angle`. */
  readonly plane: string;
  readonly at: number;
  readonly direction: "up" | "down" | "both";
  /** The columns of the picture. */
  readonly x: string;
  readonly y: string;
}

export interface SectionPoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly t: Float64Array;
}

export interface StepPlacesRequest extends OfModel {
  readonly method: string | null;
  /** The columns of the picture. */
  readonly x: string;
  readonly y: string;
}

/** Where steps ended, and how long they were; thinned. */
export interface StepPlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly sizes: Float64Array;
}

export interface SchemePrecision {
  readonly name: string;
  /** Why nothing can be measured of it; the rest is then empty. */
  readonly refusal: string | null;
  /** Of the errors, where they lie on a line. */
  readonly order: number | null;
  readonly steps: Float64Array;
  /** Of positions or velocities, the larger one, relative to their size. */
  readonly errors: Float64Array;
  readonly gradients: Float64Array;
}

export interface Precision {
  /** The time at which errors are taken. */
  readonly end: number;
  readonly schemes: readonly SchemePrecision[];
  /** What they are compared with, in words. */
  readonly reference: string;
}

export interface RecordSpectra {
  /** Of the file. */
  readonly name: string;
  readonly periods: Float64Array;
  readonly curves: readonly { readonly damping: number; readonly pseudoAcceleration: Float64Array }[];
}

/** Requests with one answer. */
export interface Questions {
  mode: { readonly request: OfModel & { readonly mode: number }; readonly answer: ModeMotion };
  read: { readonly request: ReadRequest; readonly answer: ReadFile };
  forecast: { readonly request: OfModel & { readonly methods: readonly (string | null)[] }; readonly answer: Forecast };
  certify: { readonly request: OfModel & { readonly method: string | null }; readonly answer: CertificateFacts };
  /** A run as `noether run --out` writes it. */
  "result file": { readonly request: ResultFileRequest; readonly answer: Blob };
  section: { readonly request: SectionRequest; readonly answer: SectionPoints };
  "step places": { readonly request: StepPlacesRequest; readonly answer: StepPlaces };
  precision: {
    readonly request: OfModel & { readonly methods: readonly (string | null)[] };
    readonly answer: Precision;
  };
  spectra: { readonly request: OfModel; readonly answer: readonly RecordSpectra[] };
  /** The frames of a run within a time, as many as there are. */
  window: { readonly request: WindowRequest; readonly answer: Thinned };
  check: { readonly request: { readonly source: ModelSource }; readonly answer: Facts };
  registry: { readonly request: Record<never, never>; readonly answer: Registry };
  /** An item of a paper, `figure-2` of `kane2000`, recomputed. */
  reproduce: { readonly request: ItemOfPaper; readonly answer: Outcome };
  /** Its figure with other settings. */
  vary: { readonly request: ItemOfPaper & { readonly values: readonly number[] }; readonly answer: Figure };
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
  | { readonly kind: "cancel"; readonly task: number }
  /** A run waits, goes on, or computes one more frame and waits then. */
  | { readonly kind: "pause" | "resume" | "one frame"; readonly task: number }
  /** The frames of the last report have been drawn. */
  | { readonly kind: "drawn"; readonly task: number };

export interface FromWorker {
  readonly task: number;
  readonly report: Report;
}

const LAST: readonly Report["kind"][] = ["ended", "answer", "refused", "cancelled"];

/** Nothing more comes after these. */
export const isFinal = ({ kind }: Report): boolean => LAST.includes(kind);
