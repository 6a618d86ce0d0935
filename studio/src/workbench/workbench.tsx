/** The workbench: the model on the left, its motion in the middle, its curves on the right. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Certificates } from "../certificate/certificates.js";
import { Controls } from "../controls/controls.js";
import { Curves } from "../curves/curves.js";
import type { EditorProps } from "../editor/editor.js";
import type { Schema } from "../editor/schema.js";
import { ForecastPane } from "../forecast/forecast.js";
import { modeShown } from "../forecast/mode.js";
import { ModeScene } from "../forecast/mode-scene.js";
import { Results } from "../results/results.js";
import { preparePicture } from "../scene/picture.js";
import { ScenePane } from "../scene/scene-pane.js";
import { BenchBar } from "./bench-bar.js";
import { complaint, followAddress, missing, registry, setText, source } from "./model.js";
import { Split } from "./split.js";
import { TimeBar } from "./time-bar.js";
import "./workbench.css";

/** Loaded after the rest of the page. */
const Editor = signal<ComponentType<EditorProps> | null>(null);

/** One pane at a time where there is room for one only. */
const PANES = ["model", "motion", "curves"] as const;
const pane = signal<(typeof PANES)[number]>("motion");

export function Workbench() {
  useEffect(() => {
    preparePicture();
    import("../editor/editor.js").then((loaded) => {
      Editor.value = loaded.Editor;
    });
    return followAddress();
  }, []);
  if (missing.value !== null) return <Missing reason={missing.value} />;
  return (
    <div class="workbench" data-pane={pane.value}>
      <BenchBar />
      <fieldset class="pane-tabs" aria-label="Panes">
        {PANES.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={pane.value === name}
            onClick={() => {
              pane.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <Split name="model" across="columns" share={0.28}>
        <ModelPane />
        <Split name="curves" across="columns" share={0.5}>
          <MotionPane />
          <Curves />
        </Split>
      </Split>
    </div>
  );
}

function ModelPane() {
  const Loaded = Editor.value;
  return (
    <section class="model-pane" aria-label="Model">
      <Split name="controls" across="rows" share={0.45}>
        <div class="scroll">
          <Controls />
        </div>
        {Loaded === null ? (
          <pre class="text-before">{source.value.text}</pre>
        ) : (
          <Loaded
            text={source.value.text}
            schema={(registry.value?.schema ?? null) as Schema | null}
            complaint={complaint.value}
            change={(text) => setText(text, { typed: true })}
          />
        )}
      </Split>
    </section>
  );
}

function MotionPane() {
  return (
    <section class="motion-pane" aria-label="Motion">
      <Split name="results" across="rows" share={0.6}>
        <div class="stage">
          {modeShown.value === null ? <ScenePane /> : <ModeScene shown={modeShown.value} />}
          <TimeBar />
        </div>
        <Outcome />
      </Split>
    </section>
  );
}

/** What is known before the run, what came out, and what was certified. */
const OUTCOMES = { results: Results, "before the run": ForecastPane, certificate: Certificates } as const;
const outcome = signal<keyof typeof OUTCOMES>("results");

function Outcome() {
  const Shown = OUTCOMES[outcome.value];
  return (
    <div class="outcome">
      <fieldset class="outcome-tabs" aria-label="What is shown">
        {(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).map((name) => (
          <button
            key={name}
            type="button"
            class="quiet"
            aria-pressed={outcome.value === name}
            onClick={() => {
              outcome.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <Shown />
    </div>
  );
}

function Missing({ reason }: { readonly reason: string }) {
  return (
    <div class="missing">
      <h1>No model here</h1>
      <p>{reason}</p>
      <p>
        <a href="#/">Choose one in the gallery</a>, or <a href="#/model/new">begin a new one</a>.
      </p>
    </div>
  );
}
