/** The workbench: the model, the methods, what became of them. */
import { effect, signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Plot } from "../curves/plot.js";
import { methodColour, scheme } from "../design/colours.js";
import type { ModelSource } from "../engine/messages.js";
import { example } from "../examples.js";
import { route } from "../router.js";
import { FinalStates } from "./final-states.js";
import { MethodList } from "./method-list.js";
import { cancelAll, nameOf, runAll, runs } from "./runs.js";
import "./workbench.css";

const EMPTY: ModelSource = { text: "noether: 1\n", file: "model.yaml", files: {} };

const source = signal<ModelSource>(EMPTY);

effect(() => {
  if (route.value.screen === "workbench") open(route.value.from);
});

async function open(from: string): Promise<void> {
  const [kind, name = ""] = from.split("/");
  if (kind !== "example") return;
  const found = await example(name);
  if (found === null) return;
  source.value = found;
  runAll(found);
}

export function Workbench() {
  const isRunning = runs.value.some(({ state }) => state.value.status === "running");
  return (
    <div class="workbench">
      <div class="bench-bar">
        <MethodList />
        {isRunning ? (
          <button type="button" class="button" onClick={cancelAll}>
            Cancel
          </button>
        ) : (
          <button type="button" class="button primary" onClick={() => runAll(source.value)}>
            Run
          </button>
        )}
      </div>
      <textarea
        class="model-text"
        aria-label="Model"
        spellcheck={false}
        value={source.value.text}
        onInput={({ currentTarget }) => {
          source.value = { ...source.value, text: currentTarget.value };
        }}
      />
      <div class="pictures">
        <Energy />
        <FinalStates />
      </div>
    </div>
  );
}

function Energy() {
  const theme = scheme.value;
  const shown = runs.value.map((run) => ({ run, state: run.state.value }));
  const curves = useMemo(
    () =>
      shown.flatMap(({ run, state: { beginning, frames } }) => {
        const at = beginning?.columns.indexOf("energy") ?? -1;
        const [x, y] = [frames[0], frames[at]];
        if (x === undefined || y === undefined) return [];
        return [{ label: nameOf(run), colour: methodColour(run.colour), x, y }];
      }),
    [...shown.map(({ state }) => state.frames), shown.length, theme],
  );
  return <Plot title="Energy" xLabel="t" yLabel="energy" curves={curves} />;
}
