/** The scene of the workbench's runs. */
import { useMemo } from "preact/hooks";
import { methodColour, scheme } from "../design/colours.js";
import { nameOf, runs } from "../workbench/runs.js";
import { time } from "../workbench/time.js";
import { type Picked, Scene } from "./scene.js";

export function ScenePane({ pick }: { readonly pick?: (picked: Picked) => void }) {
  const theme = scheme.value;
  const states = runs.value.map((run) => ({ run, looks: run.state.value.scene }));
  const shown = useMemo(
    () =>
      states.flatMap(({ run, looks }) =>
        looks === null
          ? []
          : [{ name: nameOf(run), colour: methodColour(run.colour), frames: looks.frames, scene: looks.scene }],
      ),
    [...states.map(({ looks }) => looks), states.length, theme],
  );
  // A method whose model looks otherwise, because a slider has moved since, is drawn when it has caught up.
  const alike = useMemo(() => shown.filter(({ scene }) => scene.rest.length === shown[0]?.scene.rest.length), [shown]);
  const [first] = shown;
  if (first === undefined) return <p class="scene-empty">The scene appears when a run has begun.</p>;
  const units = runs.value[0]?.state.value.beginning?.units ?? {};
  return <Scene scene={first.scene} runs={alike} time={time} units={units} {...(pick === undefined ? {} : { pick })} />;
}
