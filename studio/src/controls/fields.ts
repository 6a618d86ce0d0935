/** What of a model can be set by hand: its parameters, its start, its times and the settings of its method, each at its place in the text. */
import type { Parameter } from "noether";
import { named } from "../curves/columns.js";
import type { Facts, Registry } from "../engine/messages.js";
import type { Document, Path } from "../workbench/edit.js";

export interface Field {
  readonly path: Path;
  readonly label: string;
  /** Of its numbers, where that is known. */
  readonly unit?: string | undefined;
  readonly meaning: string;
  /** As it stands in the file; null: not there, and the default holds. */
  readonly written: string | null;
  readonly kind:
    | {
        readonly of: "number";
        readonly value: number;
        readonly min: number;
        readonly max: number;
        readonly whole: boolean;
      }
    | { readonly of: "choice"; readonly value: string; readonly options: readonly string[] }
    /** An expression or something else that has no slider. */
    | { readonly of: "text" };
  /** The text that a number is written as. */
  readonly spell: (value: number) => string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
}

const MOST_COORDINATES = 6;

export function fieldGroups(document: Document, facts: Facts | null, registry: Registry | null): readonly FieldGroup[] {
  const groups = [
    { title: "Parameters", fields: [...parameters(document, facts), ...builtin(document, registry)] },
    { title: "Start", fields: start(document, facts) },
    { title: "Time", fields: times(document, facts) },
    { title: "Method", fields: method(document, facts, registry) },
  ];
  return groups.filter(({ fields }) => fields.length > 0);
}

function parameters(document: Document, facts: Facts | null): Field[] {
  const path = ["system", "parameters"];
  return document.keys(path).map((name) => numberField(document, [...path, name], name, facts?.parameters[name]));
}

function builtin(document: Document, registry: Registry | null): Field[] {
  const name = document.written(["system", "model"]);
  const found = registry?.models.find(({ id }) => id === name);
  if (found === undefined || !document.has(["system", "with"])) return [];
  return Object.entries(found.parameters).flatMap(([key, parameter]) =>
    settingField(document, ["system", "with", key], key, parameter, undefined),
  );
}

function start(document: Document, facts: Facts | null): Field[] {
  return (["q", "v"] as const).flatMap((which) => {
    const count = document.length(["start", which]);
    if (count > MOST_COORDINATES) return [];
    // Bodies begin with a field: one expression a direction, for all of their points.
    const isField = facts !== null && facts.labels.length > count;
    return Array.from({ length: count }, (_, i) => {
      const column = `${which}.${isField ? "xyz"[i] : (facts?.labels[i] ?? i)}`;
      const name = isField ? `${which === "q" ? "displacement" : "velocity"} in ${"xyz"[i]}` : named(column);
      const field = numberField(document, ["start", which, i], name, isField ? undefined : facts?.start[which][i]);
      return { ...field, unit: facts?.columnUnits[column] };
    }).filter(({ written }) => written !== null);
  });
}

function times(document: Document, facts: Facts | null): Field[] {
  const [from, to] = facts?.span ?? [0, Number.NaN];
  const end = document.written(["time", "end"]);
  const step = numberField(document, ["time", "step"], "step", facts?.step ?? undefined);
  const fitted =
    end === null || facts?.step == null ? step : { ...step, spell: (h: number) => dividing(h, to - from, end, from) };
  return [
    numberField(document, ["time", "end"], "end", to),
    numberField(document, ["time", "steps"], "steps", undefined),
    fitted,
  ]
    .filter(({ written }) => written !== null)
    .map((field) => (field.label === "steps" ? field : { ...field, unit: facts?.units["time"] }))
    .map((field) => (field.kind.of === "number" ? { ...field, kind: { ...field.kind, min: 0 } } : field));
}

/** A step that divides the time into whole steps: as a short number where there is one, else as a fraction of the end. */
function dividing(h: number, span: number, end: string, from: number): string {
  const short = Number(h.toPrecision(2));
  const whole = span / short;
  if (Math.abs(whole - Math.round(whole)) < 1e-9 * whole) return String(short);
  const count = Math.max(1, Math.round(span / h));
  return from === 0 && /^[\d.e+-]+$/.test(end) ? `${end}/${count}` : String(span / count);
}

function method(document: Document, facts: Facts | null, registry: Registry | null): Field[] {
  const named = document.written(["method"]) ?? document.written(["method", "name"]);
  if (named === null || registry === null) return [];
  const path = document.written(["method"]) === null ? ["method", "name"] : ["method"];
  const choice: Field = {
    path,
    label: "method",
    meaning: registry.methods.find(({ id }) => id === named)?.summary ?? "",
    written: named,
    kind: { of: "choice", value: named, options: registry.methods.map(({ id }) => id) },
    spell: String,
  };
  const found = registry.methods.find(({ id }) => id === named);
  const settings = Object.entries(found?.parameters ?? {}).flatMap(([key, parameter]) =>
    UNUSUAL.has(key) && !document.has(["method", key])
      ? []
      : settingField(document, ["method", key], key, parameter, facts?.settings[key]),
  );
  return [choice, ...settings];
}

/** Nearly every method has them, and hardly anyone sets them. */
const UNUSUAL = new Set(["tolerance", "summation"]);

function settingField(document: Document, path: Path, label: string, parameter: Parameter, known: unknown): Field[] {
  const written = document.written(path);
  const common = { path, label, meaning: parameter.meaning, written, spell: spelled };
  const value = known ?? parameter.default;
  switch (parameter.kind) {
    case "number": {
      const number = written === null || isPlain(written) ? Number(written ?? value) : Number(known);
      const { min, max, whole } = parameter;
      return [
        {
          ...common,
          kind: Number.isFinite(number) ? { of: "number", value: number, min, max, whole } : { of: "text" },
        },
      ];
    }
    case "choice":
      return [
        { ...common, kind: { of: "choice", value: written ?? String(value), options: parameter.options.map(String) } },
      ];
    case "flag":
      return [{ ...common, kind: { of: "choice", value: written ?? String(value), options: ["true", "false"] } }];
    case "numbers":
      return written !== null && isPlain(written) ? [numberField(document, path, label, Number(written))] : [];
  }
}

const isPlain = (text: string) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text);

function numberField(document: Document, path: Path, label: string, known: number | undefined): Field {
  const written = document.written(path);
  const value = written !== null && isPlain(written) ? Number(written) : (known ?? Number.NaN);
  // A fraction of the end is a step as the slider writes it.
  const isNumber = written !== null && Number.isFinite(value) && (isPlain(written) || path[0] === "time");
  const bounds = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, whole: label === "steps" };
  return {
    path,
    label,
    meaning: "",
    written,
    kind: isNumber ? { of: "number", value, ...bounds } : { of: "text" },
    spell: spelled,
  };
}

/** Four digits are what a hand can set. */
export const spelled = (value: number): string => String(Number(value.toPrecision(4)));

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly logarithmic: boolean;
}

/** Around the value at which a slider is grasped: twice as far on a line through zero; steps and stiffnesses a decade either way. */
export function sliderRange({ kind, label }: Field): SliderRange {
  if (kind.of !== "number") return { min: 0, max: 1, logarithmic: false };
  const { value, min, max } = kind;
  if (Number.isFinite(min) && Number.isFinite(max)) return { min, max, logarithmic: false };
  if (value > 0 && (label === "step" || label === "steps" || label === "tolerance" || value >= 1e4))
    return { min: value / 10, max: value * 10, logarithmic: true };
  const reach = Math.abs(value) || 1;
  const [low, high] = value > 0 ? [0, 2 * reach] : [-2 * reach, value < 0 ? 0 : 2 * reach];
  return { min: Math.max(min, low), max: Math.min(max, high), logarithmic: false };
}
