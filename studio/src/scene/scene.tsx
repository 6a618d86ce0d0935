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
import { useEffect, useMemo, useRef } from "preact/hooks";
import { colour, scheme } from "../design/colours.js";
import type { Legend, Orientation } from "./messages.js";
import { canBeNamed, Names, namedPoints } from "./names.js";
import { Axes, ColourLegend, Factor, isSameOrientation, ScaleBar } from "./overlay.js";
import { type Picture, pictureOn } from "./picture.js";
import "./scene.css";

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
  const picture = useSignal<Picture | null>(null);
  const failure = useSignal<string | null>(null);
  const legend = useSignal<Legend>({ factor: 1, scale: null });
  const orientation = useSignal<Orientation | null>(null);
  const places = useSignal<Float32Array>(new Float32Array());
  const factor = useSignal<number | null>(null);
  // The stress of a body is what one looks for; several methods are told apart by their colours.
  const field = useSignal<string | null>(null);
  const shownField = field.value ?? (runs.length === 1 && scene.surface !== null ? "von-mises" : "none");
  const names = useSignal<boolean | null>(null);
  const isNamed = canBeNamed(scene) && (names.value ?? !scene.spatial);
  const named = useMemo(() => (isNamed ? namedPoints(scene) : []), [scene, isNamed]);
  const arrangement = useSignal<"overlaid" | "row">("overlaid");
  const [trails, vectors, edges] = [useSignal(true), useSignal(false), useSignal(true)];
  const picked = useSignal<{ readonly name: string; readonly x: number; readonly y: number } | null>(null);
  const fieldAt = scene.fields.findIndex(({ name }) => name === shownField);

  useEffect(() => {
    const [element, box] = [canvas.current, host.current];
    if (element === null || box === null) return;
    const opened = pictureOn(element, {
      drawn({ count, legend: ends, orientation: seen, places: at }) {
        element.dataset["drawn"] = String(count);
        if (ends.factor !== legend.peek().factor || ends.scale?.[1] !== legend.peek().scale?.[1]) legend.value = ends;
        if (!isSameOrientation(orientation.peek(), seen)) orientation.value = seen;
        places.value = at;
      },
      failed(reason) {
        failure.value = reason;
      },
    });
    picture.value = opened;
    const observer = new ResizeObserver(() => opened.resize(box.clientWidth, box.clientHeight));
    observer.observe(box);
    return () => {
      observer.disconnect();
      opened.dispose();
    };
  }, []);

  const theme = scheme.value;
  const drawnBy = picture.value;
  useEffect(() => {
    const [ink, muted, faint, rule, paper, accent, warm] = PALETTE.map((name) => colour(name));
    const look = {
      palette: { ink, muted, faint, rule, paper, accent, warm },
      factor: factor.value,
      field: fieldAt < 0 ? null : fieldAt,
      trails: trails.value,
      vectors: vectors.value,
      edges: edges.value,
      arrangement: arrangement.value,
      named,
    };
    drawnBy?.show({ scene, runs }, look);
  }, [
    ...[drawnBy, scene, runs, theme, named, factor.value, fieldAt],
    ...[trails.value, vectors.value, edges.value, arrangement.value],
  ]);

  useSignalEffect(() => {
    const t = time.value;
    picture.value?.at(t);
    if (canvas.current !== null) canvas.current.dataset["time"] = String(t);
  });

  const seen = async (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return box === undefined
      ? null
      : ((await picture.value?.pointAt(event.clientX - box.left, event.clientY - box.top)) ?? null);
  };
  /** The pointer is looked for again when the answer before has come. */
  const isAsked = useRef(false);
  const isOver = useRef(false);
  const hover = async (event: PointerEvent) => {
    isOver.current = true;
    if (event.buttons !== 0 || isAsked.current) return;
    isAsked.current = true;
    const found = await seen(event);
    isAsked.current = false;
    picked.value =
      found === null || !isOver.current ? null : { name: scene.names[found.point], x: found.x, y: found.y };
  };
  const pickPoint = (point: number) => {
    picked.value = null;
    const own = [...scene.coordinates.subarray(3 * point, 3 * point + 3)].filter((i) => i >= 0);
    pick?.({ name: scene.names[point], point, coordinates: own });
  };
  const pickAt = async (event: MouseEvent) => {
    const found = await seen(event);
    if (found !== null) pickPoint(found.point);
  };
  /** Points are gone through with keys as well. */
  const reached = useRef(-1);
  const press = async ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const points = namedPoints(scene);
    const direction = { n: 1, p: -1 }[key];
    if (ctrlKey || metaKey || altKey || points.length === 0) return;
    if (direction !== undefined) {
      const before = reached.current < 0 && direction < 0 ? 0 : reached.current;
      reached.current = (before + direction + points.length) % points.length;
      const found = await picture.value?.placeOf(points[reached.current]);
      if (found != null) picked.value = { name: scene.names[found.point], x: found.x, y: found.y };
    }
    const point = points[reached.current];
    if (key === "Enter" && point !== undefined) pickPoint(point);
  };
  const down = useRef({ x: 0, y: 0 });
  const words = `${scene.dimension === 3 ? "Arrow keys turn" : "Arrow keys move"} the picture, plus and minus zoom, F fits, N and P go from point to point, Enter shows the curve of one`;
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
        {/* They stay together where they do not fit beside the rest. */}
        <span class="scene-switches">
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
          <button type="button" class="scene-tool" onClick={() => picture.value?.move({ kind: "fit" })}>
            Fit
          </button>
        </span>
      </div>
      <div class="scene-picture" ref={host}>
        <canvas
          ref={canvas}
          tabIndex={0}
          role="img"
          aria-label={`${words}. ${runs.map(({ name }) => name).join(", ")}`}
          onPointerDown={(event) => (down.current = { x: event.clientX, y: event.clientY })}
          onPointerMove={hover}
          onKeyDown={press}
          onPointerLeave={() => {
            isOver.current = false;
            picked.value = null;
          }}
          onClick={(event) => {
            if (Math.hypot(event.clientX - down.current.x, event.clientY - down.current.y) <= 4) pickAt(event);
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
        {named.length > 0 && <Names scene={scene} points={named} places={places} />}
        {picked.value !== null && (
          <span class="scene-hint" role="status" style={{ left: `${picked.value.x}px`, top: `${picked.value.y}px` }}>
            {picked.value.name}
          </span>
        )}
        {failure.value !== null && <p class="scene-failure">{failure.value}</p>}
      </div>
      {(scene.magnifiable || scene.fields.length > 0) && (
        <div class="scene-caption numbers">
          <Factor factor={legend.value.factor} />
          {legend.value.scale !== null && fieldAt >= 0 && (
            <ColourLegend
              title={scene.fields[fieldAt].title}
              unit={units[scene.fields[fieldAt].quantity ?? ""]}
              ends={legend.value.scale}
            />
          )}
        </div>
      )}
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
