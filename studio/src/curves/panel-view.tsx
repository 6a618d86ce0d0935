/** A picture with its title, what can be chosen for it, its curves' names, and ways to take it along. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { scheme } from "../design/colours.js";
import { useCloser } from "./closer.js";
import { spoken } from "./columns.js";
import { type Curve, type Picture, placeAt } from "./curve.js";
import { saveCsv, savePng, saveSvg } from "./export.js";
import { short } from "./numbers.js";
import type { Choice, Panel, Shown } from "./panels.js";
import { Plot } from "./plot.js";
import { pointed } from "./pointed.js";
import { SpaceChart } from "./space-chart.js";
import "./panel.css";

export interface PanelViewProps {
  readonly panel: Panel;
  readonly runs: readonly Shown[];
  readonly span: readonly [number, number];
}

const NONE: Choice = { column: "", run: "" };

export function PanelView({ panel, runs: whole, span }: PanelViewProps) {
  const choice = useSignal(NONE);
  const hidden = useSignal<ReadonlySet<string>>(new Set());
  const isLog = useSignal<boolean | null>(null);
  const zoomed = useSignal<readonly [number, number] | null>(null);
  const runs = useCloser(whole, zoomed.value);
  const theme = scheme.value;
  const place = useRef<HTMLElement>(null);
  const isSeen = useSeen(place);
  const last = useRef<Picture | null>(null);
  const drawn = useMemo(() => {
    // What is out of sight is drawn when it comes into view.
    if (isSeen || last.current === null) last.current = panel.picture(runs, choice.value);
    return last.current;
  }, [
    isSeen,
    panel,
    choice.value,
    theme,
    runs.length,
    ...runs.flatMap(({ frames, name, colour }) => [frames, name, colour]),
  ]);
  const picture: Picture = { ...drawn, logY: isLog.value ?? drawn.logY ?? false };
  return (
    <figure
      ref={place}
      class="panel"
      aria-label={panel.title}
      data-panel={panel.id}
      data-places={picture.curves.reduce((most, { x }) => Math.max(most, x.length), 0)}
    >
      <figcaption>
        <h3>{panel.title}</h3>
        <Choices panel={panel} runs={runs} choice={choice} />
        <span class="panel-actions">
          {panel.over === "time" && (
            <button
              type="button"
              class="quiet"
              aria-pressed={picture.logY === true}
              onClick={() => {
                isLog.value = picture.logY !== true;
              }}
            >
              log
            </button>
          )}
          <SaveButtons picture={picture} />
        </span>
      </figcaption>
      <Legend picture={picture} hidden={hidden} over={panel.over} />
      {panel.over === "time" ? (
        <Plot
          {...picture}
          hidden={hidden.value}
          span={span}
          zoom={(window) => {
            const [a, b] = zoomed.peek() ?? [];
            if (a !== window?.[0] || b !== window?.[1]) zoomed.value = window;
          }}
        />
      ) : (
        <SpaceChart picture={without(picture, hidden.value)} square={panel.square === true} />
      )}
    </figure>
  );
}

export function SaveButtons({ picture }: { readonly picture: Picture }) {
  return (
    <>
      {Object.entries({ SVG: saveSvg, PNG: savePng, CSV: saveCsv }).map(([kind, save]) => (
        <button
          key={kind}
          type="button"
          class="quiet"
          aria-label={`Save ${picture.title} as ${kind}`}
          onClick={() => save(picture)}
        >
          {kind}
        </button>
      ))}
    </>
  );
}

/** Is an element in view, or nearly? */
export function useSeen(place: { readonly current: HTMLElement | null }): boolean {
  const isSeen = useSignal(true);
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        isSeen.value = entry?.isIntersecting ?? true;
      },
      { rootMargin: "80px" },
    );
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  return isSeen.value;
}

export const without = (picture: Picture, hidden: ReadonlySet<string>): Picture => ({
  ...picture,
  curves: picture.curves.filter(({ label }) => !hidden.has(label)),
});

interface ChoicesProps {
  readonly panel: Panel;
  readonly runs: readonly Shown[];
  readonly choice: { value: Choice };
}

function Choices({ panel, runs, choice }: ChoicesProps) {
  const [first] = runs;
  const columns = first === undefined ? [] : (panel.columns?.(first) ?? []);
  return (
    <>
      {columns.length > 1 && (
        <select
          aria-label={`${panel.title}: of what`}
          value={choice.value.column || columns[0]}
          onChange={({ currentTarget }) => {
            choice.value = { ...choice.value, column: currentTarget.value };
          }}
        >
          {columns.map((column) => (
            <option key={column} value={column}>
              {spoken(column)}
            </option>
          ))}
        </select>
      )}
      {panel.choosesRun === true && runs.length > 1 && (
        <select
          aria-label={`${panel.title}: of which method`}
          value={choice.value.run || first?.name}
          onChange={({ currentTarget }) => {
            choice.value = { ...choice.value, run: currentTarget.value };
          }}
        >
          {runs.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

interface LegendProps {
  readonly picture: Picture;
  readonly hidden: { value: ReadonlySet<string> };
  readonly over: Panel["over"];
}

/** Names that switch their curves, with the values at the time that is pointed at. */
export function Legend({ picture: { curves }, hidden, over }: LegendProps) {
  const toggle = (label: string) => {
    const next = new Set(hidden.value);
    if (!next.delete(label)) next.add(label);
    hidden.value = next;
  };
  return (
    <ul class="legend">
      {curves.map((curve) => {
        const { label, colour, dash } = curve;
        return (
          <li key={label}>
            <button type="button" class="quiet" aria-pressed={!hidden.value.has(label)} onClick={() => toggle(label)}>
              <svg viewBox="0 0 16 8" width="16" height="8" aria-hidden="true">
                <line
                  x1="0"
                  x2="16"
                  y1="4"
                  y2="4"
                  stroke={colour}
                  stroke-width="2.5"
                  stroke-dasharray={dash?.map((each) => each / 1.6).join(" ")}
                />
              </svg>
              {label}
              <ValueThere curve={curve} over={over} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Changes with every move of the pointer, and therefore apart from the rest. */
function ValueThere({ curve: { times, x, y }, over }: { readonly curve: Curve; readonly over: Panel["over"] }) {
  const known = over === "time" ? x : times;
  const i = pointed.value === null || known === undefined ? -1 : placeAt(known, pointed.value.t);
  const words = (values: Float64Array) => short(values[i] as number, 5);
  return <output class="numbers">{i < 0 ? "" : over === "time" ? words(y) : `(${words(x)}, ${words(y)})`}</output>;
}
