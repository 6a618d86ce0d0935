/** The scene of the workbench's runs, and the curve of the point that was picked in it. */
import { useSignal } from "@preact/signals";
import { pathOf } from "noether/scene";
import { useMemo } from "preact/hooks";
import { PanelView } from "../curves/panel-view.js";
import { type Panel, type Shown, withUnit } from "../curves/panels.js";
import { methodColour, scheme } from "../design/colours.js";
import { nameOf, runs } from "../workbench/runs.js";
import { span, time } from "../workbench/time.js";
import { type Picked, Scene } from "./scene.js";

export function ScenePane() {
  const theme = scheme.value;
  const picked = useSignal<Picked | null>(null);
  const states = runs.value.map((run) => ({ run, state: run.state.value }));
  const shown = useMemo(
    () =>
      states.flatMap(({ run, state: { scene: looks, beginning, kept, steps, sizes } }) =>
        looks === null || beginning === null
          ? []
          : [
              {
                name: nameOf(run),
                colour: methodColour(run.colour),
                frames: looks.frames,
                scene: looks.scene,
                run: {
                  ...{ name: nameOf(run), colour: run.colour, beginning, ...kept, steps, sizes },
                  closer: null,
                } satisfies Shown,
              },
            ],
      ),
    [...states.map(({ state }) => state.scene), states.length, theme],
  );
  // A method whose model looks otherwise, because a slider has moved since, is drawn when it has caught up.
  const alike = useMemo(() => shown.filter(({ scene }) => scene.rest.length === shown[0]?.scene.rest.length), [shown]);
  const point = picked.value;
  const panel = useMemo(() => (point === null ? null : panelOf(point, alike)), [point, alike]);
  const [first] = shown;
  if (first === undefined) {
    const why = states.map(({ state }) => state.sceneless).find((each) => each !== null);
    return <p class="scene-empty">{why ?? "The scene appears when a run has begun."}</p>;
  }
  return (
    <div class="scene-pane" data-picked={point?.name}>
      <Scene
        scene={first.scene}
        runs={alike}
        time={time}
        units={first.run.beginning.units}
        pick={(found) => {
          picked.value = found;
        }}
      />
      {panel !== null && (
        <div class="picked">
          <button
            type="button"
            class="scene-tool"
            aria-label="Close the curve"
            onClick={() => {
              picked.value = null;
            }}
          >
            ×
          </button>
          <PanelView panel={panel} runs={alike.map(({ run }) => run)} span={span.value} />
        </div>
      )}
    </div>
  );
}

const DASHES = [undefined, [6, 4], [2, 3]] as const;

/** How a point moved, in each direction of the scene and under each method. */
function panelOf(
  { name, point }: Picked,
  runs: readonly (Parameters<typeof Scene>[0]["runs"][number] & {
    readonly scene: Parameters<typeof Scene>[0]["scene"];
    readonly run: Shown;
  })[],
): Panel {
  const units = runs[0]?.run.beginning.units ?? {};
  const isInSpace = runs[0]?.scene.spatial === true;
  return {
    id: "picked",
    title: `Displacement of ${name}`,
    over: "time",
    applies: () => true,
    picture: () => ({
      title: `Displacement of ${name}`,
      xLabel: withUnit("t", units["time"]),
      yLabel: withUnit("displacement", isInSpace ? units["length"] : undefined),
      curves: runs.flatMap(({ name: method, colour, frames, scene }) =>
        pathOf(scene, frames, point)
          .slice(0, scene.dimension)
          .map((along, c) => {
            const dash = DASHES[c];
            // Where −x is drawn upwards, the curve is that of x.
            const isReversed = scene.axes[c].startsWith("−");
            const axis = isReversed ? scene.axes[c].slice(1) : scene.axes[c];
            const y = isReversed ? along.map((value) => -value) : along;
            const label = runs.length === 1 ? axis : `${axis}, ${method}`;
            return { label, colour, x: frames.times, y, ...(dash === undefined ? {} : { dash }) };
          }),
      ),
    }),
  };
}
