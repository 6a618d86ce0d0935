/** An experiment: its setting is dragged, its methods run in workers, its curve follows. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Curve } from "../curves/curve.js";
import { short } from "../curves/numbers.js";
import { begin, type Running } from "../engine/engine.js";
import type { Beginning, Frames } from "../engine/messages.js";
import { addressOf } from "../router.js";
import { type Experiment, modelText, type Shows } from "./experiments.js";
import { CurvesView } from "./figure-view.js";
import { SettingSlider } from "./setting-slider.js";

interface RunState {
  readonly method: string;
  readonly beginning: Beginning | null;
  readonly frames: Frames;
  readonly complaint: string | null;
  readonly isDone: boolean;
}

export function ExperimentView({ experiment }: { readonly experiment: Experiment }) {
  const { slider, shows } = experiment;
  const setting = useSignal(slider.value);
  const runs = useSignal<readonly RunState[]>([]);

  useEffect(() => {
    const begun = beginAll(experiment, setting.value, runs.value, (states) => {
      runs.value = states;
    });
    return () => {
      for (const running of begun) running.cancel();
    };
  }, [experiment, setting.value]);

  const curves = useMemo(() => runs.value.map((run, place) => curveOf(run, place, shows)), [runs.value, shows]);
  const isDone = runs.value.length > 0 && runs.value.every((run) => run.isDone);
  return (
    <section class="experiment" data-done={isDone}>
      <h2>Try it</h2>
      <p>{experiment.says}</p>
      <SettingSlider
        setting={slider}
        value={setting.value}
        change={(value) => {
          setting.value = value;
        }}
      />
      <CurvesView
        {...axesOf(shows, experiment.name)}
        legend={curves.map(({ label, colour }) => ({ label, colour }))}
        curves={curves}
      />
      {runs.value.map(
        ({ method, complaint }) =>
          complaint !== null && (
            <p key={method} class="experiment-complaint" role="alert">
              {method}: {complaint}
            </p>
          ),
      )}
      <Measured curves={curves} shows={shows} />
      <button type="button" class="button" onClick={() => openOnWorkbench(experiment, setting.value)}>
        Open on the workbench
      </button>
    </section>
  );
}

/** As a link that carries the model and the other methods. */
async function openOnWorkbench(experiment: Experiment, setting: number): Promise<void> {
  const { encodeLink } = await import("../workbench/link.js");
  const source = { text: modelText(experiment, setting), file: "experiment.yaml", files: {} };
  const { code } = encodeLink({ source, methods: experiment.methods(setting).slice(1) });
  location.hash = addressOf({ screen: "workbench", from: `m=${code}` });
}

function beginAll(
  experiment: Experiment,
  setting: number,
  before: readonly RunState[],
  tell: (states: readonly RunState[]) => void,
): Running[] {
  const source = { text: modelText(experiment, setting), file: "experiment.yaml", files: {} };
  // What has been drawn stays until there is something newer.
  let states = experiment
    .methods(setting)
    .map((method, i): RunState => ({ ...empty, ...before[i], method, complaint: null, isDone: false }));
  const set = (i: number, change: Partial<RunState>) => {
    states = states.map((state, k) => (k === i ? { ...state, ...change } : state));
    tell(states);
  };
  return states.map(({ method }, i) =>
    begin({ kind: "run", source, method }, (report) => {
      if (report.kind === "began") set(i, { beginning: report.beginning });
      if (report.kind === "frames") set(i, { frames: report.kept.frames });
      if (report.kind === "ended") set(i, { isDone: true });
      if (report.kind === "refused") set(i, { frames: [], complaint: report.complaint.message, isDone: true });
    }),
  );
}

const empty: RunState = { method: "", beginning: null, frames: [], complaint: null, isDone: false };

const NONE = new Float64Array(0);

function curveOf({ method, beginning, frames }: RunState, place: number, shows: Shows): Curve {
  const column = (name: string) => frames[beginning?.columns.indexOf(name) ?? -1] ?? NONE;
  const curve = { label: method, colour: `var(--method-${place})` };
  if (shows.kind === "path") return { ...curve, x: column(shows.columns[0]), y: column(shows.columns[1]) };
  const x = frames[0] ?? NONE;
  if (shows.kind === "column") return { ...curve, x, y: column(shows.column) };
  const values = column(shows.kind === "energy error" ? "energy" : shows.column);
  return { ...curve, x, y: changes(values, shows.log ?? false) };
}

/** Smaller than that is rounding, and drawn there. */
const ROUNDING = 1e-17;

function changes(values: Float64Array, log: boolean): Float64Array {
  const first = values[0] ?? 0;
  const unit = Math.abs(first) || 1;
  return values.map((value) => (log ? Math.max(ROUNDING, Math.abs(value - first) / unit) : (value - first) / unit));
}

function axesOf(shows: Shows, name: string) {
  switch (shows.kind) {
    case "energy error":
      return { title: `${name}: error of the energy`, xLabel: "t", yLabel: "(E − E₀)/|E₀|", logY: shows.log ?? false };
    case "change":
      return { title: `${name}: ${shows.label}`, xLabel: "t", yLabel: "relative change", logY: shows.log ?? false };
    case "column":
      return { title: name, xLabel: "t", yLabel: shows.label };
    case "path":
      return { title: name, xLabel: shows.labels[0], yLabel: shows.labels[1], square: true };
  }
}

/** The largest error of each, as a number. */
function Measured({ curves, shows }: { readonly curves: readonly Curve[]; readonly shows: Shows }) {
  if (shows.kind === "column" || shows.kind === "path") return null;
  const what = shows.kind === "energy error" ? "the energy" : "it";
  return (
    <p class="measured numbers">
      {curves.map(({ label, colour, y }) => (
        <span key={label}>
          <span class="swatch" style={{ background: colour }} aria-hidden="true" />
          <code>{label}</code> changes {what} by up to {y.length === 0 ? "…" : short(largest(y), 2)}
        </span>
      ))}
    </p>
  );
}

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
