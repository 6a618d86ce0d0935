/** What moves, in space. The engine describes a scene once (`Scene` of noether/scene, from the plan of a run), and each run brings its
 *  frames. The component draws the frame at `time`, one run in full and the others as ghosts in their colours, or all in a row.
 *
 *  The workbench shows it in its middle pane and hands it
 *  - `scene`: plain data from the worker;
 *  - `runs`: one for each method chosen that has frames, in the order of the list;
 *  - `time`: where the time bar stands, a signal that changes many times a second: read in an effect, not while rendering;
 *  - `pick`: called with the point that was picked, to show its curves. */
import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { Scene as SceneDescription, SceneFrames } from "noether/scene";
import { useEffect, useRef } from "preact/hooks";
import { colour, scheme } from "../design/colours.js";
import { canBeNamed, Names } from "./names.js";
import { Axes, ColourLegend, Factor, ScaleBar } from "./overlay.js";
import "./scene.css";
import type { Legend, View } from "./view.js";

export interface SceneRun {
  /** In the words of `--method`. */
  readonly name: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly frames: SceneFrames;
}

export interface SceneProps {
  readonly scene: SceneDescription;
  readonly runs: readonly SceneRun[];
  readonly time: ReadonlySignal<number>;
  readonly units?: Readonly<Record<string, string>>;
  readonly pick?: (picked: Picked) => void;
}

export interface Picked {
  readonly name: string;
  /** The number of the point in the scene. */
  readonly point: number;
  /** The places of its coordinates among those of results. */
  readonly coordinates: readonly number[];
}

const PALETTE = ["ink", "muted", "faint", "rule", "paper", "accent", "ledger-kinetic"] as const;

export function Scene({ scene, runs, time, units = {}, pick }: SceneProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useSignal<View | null>(null);
  const legend = useSignal<Legend>({ factor: 1, scale: null });
  const orientation = useSignal<View["orientation"] | null>(null);
  const factor = useSignal<number | null>(null);
  // The stress of a body is what one looks for; several methods are told apart by their colours.
  const field = useSignal<string | null>(null);
  const shownField = field.value ?? (runs.length === 1 && scene.surface !== null ? "von-mises" : "none");
  const names = useSignal<boolean | null>(null);
  const isNamed = canBeNamed(scene) && (names.value ?? !scene.spatial);
  const drawings = useSignal(0);
  const arrangement = useSignal<"overlaid" | "row">("overlaid");
  const [trails, vectors, edges] = [useSignal(true), useSignal(false), useSignal(true)];
  const picked = useSignal<{ readonly name: string; readonly x: number; readonly y: number } | null>(null);
  const fieldAt = scene.fields.findIndex(({ name }) => name === shownField);

  useEffect(() => {
    let isGone = false;
    let opened: View | null = null;
    import("./view.js").then(({ viewOf }) => {
      const [element, box] = [canvas.current, host.current];
      if (isGone || element === null || box === null) return;
      opened = viewOf(element, (frames) => {
        element.dataset["drawn"] = String(frames);
        drawings.value = frames;
        if (opened !== null) orientation.value = opened.orientation;
      });
      opened.resize(box.clientWidth, box.clientHeight);
      view.value = opened;
    });
    return () => {
      isGone = true;
      opened?.dispose();
    };
  }, []);

  useEffect(() => {
    const box = host.current;
    if (box === null) return;
    const observer = new ResizeObserver(() => view.value?.resize(box.clientWidth, box.clientHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const theme = scheme.value;
  const drawnBy = view.value;
  useEffect(() => {
    if (drawnBy === null) return;
    const [ink, muted, faint, rule, paper, accent, warm] = PALETTE.map((name) => colour(name));
    legend.value = drawnBy.show({
      scene,
      runs,
      palette: { ink, muted, faint, rule, paper, accent, warm },
      factor: factor.value,
      field: fieldAt < 0 ? null : fieldAt,
      trails: trails.value,
      vectors: vectors.value,
      edges: edges.value,
      arrangement: arrangement.value,
    });
    drawnBy.at(time.peek());
  }, [drawnBy, scene, runs, theme, factor.value, fieldAt, trails.value, vectors.value, edges.value, arrangement.value]);

  useSignalEffect(() => {
    const t = time.value;
    view.value?.at(t);
    if (canvas.current !== null) canvas.current.dataset["time"] = String(t);
  });

  const seen = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return box === undefined ? null : (view.value?.pointAt(event.clientX - box.left, event.clientY - box.top) ?? null);
  };
  const down = useRef({ x: 0, y: 0 });
  const words = `${scene.dimension === 3 ? "Arrow keys turn" : "Arrow keys move"} the picture, plus and minus zoom, F fits`;
  return (
    <div class="scene">
      <div class="scene-tools" role="toolbar" aria-label="Scene">
        {scene.fields.length > 0 && (
          <label>
            Colour
            <select
              value={fieldAt < 0 ? "none" : shownField}
              onChange={({ currentTarget }) => (field.value = currentTarget.value)}
            >
              <option value="none">method</option>
              {scene.fields.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {scene.magnifiable && (
          <label>
            Displacements
            <input
              type="range"
              min="-1"
              max="6"
              step="any"
              aria-label="Magnification of displacements"
              aria-valuetext={`${legend.value.factor} times`}
              value={Math.log10(legend.value.factor)}
              onInput={({ currentTarget }) => (factor.value = niceFactor(Number(currentTarget.value)))}
            />
          </label>
        )}
        {scene.trails.length > 0 && <Toggle words="Trails" on={trails} />}
        <Toggle words="Velocities" on={vectors} />
        {canBeNamed(scene) && (
          <button
            type="button"
            class="scene-tool"
            aria-pressed={isNamed}
            onClick={() => {
              names.value = !isNamed;
            }}
          >
            Names
          </button>
        )}
        {scene.surface !== null && <Toggle words="Mesh" on={edges} />}
        {runs.length > 1 && (
          <button
            type="button"
            class="scene-tool"
            aria-pressed={arrangement.value === "row"}
            onClick={() => (arrangement.value = arrangement.value === "row" ? "overlaid" : "row")}
          >
            Side by side
          </button>
        )}
        <button type="button" class="scene-tool" onClick={() => view.value?.fit()}>
          Fit
        </button>
      </div>
      <div class="scene-picture" ref={host}>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={`${words}. ${runs.map(({ name }) => name).join(", ")}`}
          onPointerDown={(event) => (down.current = { x: event.clientX, y: event.clientY })}
          onPointerMove={(event) => {
            if (event.buttons !== 0) return;
            const found = seen(event);
            picked.value = found === null ? null : { name: scene.names[found.point], x: found.x, y: found.y };
          }}
          onPointerLeave={() => (picked.value = null)}
          onClick={(event) => {
            if (Math.hypot(event.clientX - down.current.x, event.clientY - down.current.y) > 4) return;
            const found = seen(event);
            if (found === null) return;
            picked.value = null;
            const own = [...scene.coordinates.subarray(3 * found.point, 3 * found.point + 3)].filter((i) => i >= 0);
            pick?.({ name: scene.names[found.point], point: found.point, coordinates: own });
          }}
        />
        {arrangement.value === "row" && runs.length > 1 && (
          <div class="scene-names" aria-hidden="true">
            {runs.map(({ name, colour: own }) => (
              <span key={name} style={{ color: own }}>
                {name}
              </span>
            ))}
          </div>
        )}
        {orientation.value !== null && <Axes names={scene.axes} directions={orientation.value.axes} />}
        {orientation.value !== null && scene.spatial && (
          <ScaleBar perPixel={orientation.value.perPixel} unit={units["length"] ?? ""} />
        )}
        <Factor factor={legend.value.factor} />
        {legend.value.scale !== null && fieldAt >= 0 && (
          <ColourLegend
            title={scene.fields[fieldAt].title}
            unit={units[scene.fields[fieldAt].quantity ?? ""]}
            ends={legend.value.scale}
          />
        )}
        {isNamed && view.value !== null && <Names scene={scene} places={view.value.placesOf} drawn={drawings.value} />}
        {picked.value !== null && (
          <span class="scene-hint" style={{ left: `${picked.value.x}px`, top: `${picked.value.y}px` }}>
            {picked.value.name}
          </span>
        )}
      </div>
    </div>
  );
}

function Toggle({ words, on }: { readonly words: string; readonly on: { value: boolean } }) {
  return (
    <button type="button" class="scene-tool" aria-pressed={on.value} onClick={() => (on.value = !on.value)}>
      {words}
    </button>
  );
}

/** 1, 2 or 5 and zeros. */
function niceFactor(logarithm: number): number {
  const decade = 10 ** Math.floor(logarithm);
  const part = 10 ** (logarithm - Math.floor(logarithm));
  return Number(((part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10) * decade).toPrecision(2));
}
