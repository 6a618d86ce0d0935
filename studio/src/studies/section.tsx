/** The Poincaré section of the runs: where they cross a plane that is chosen by a coordinate or velocity and its value, which is typed or
 *  dragged over the motion. */
import { useSignal } from "@preact/signals";
import { spelled } from "../controls/fields.js";
import { named } from "../curves/columns.js";
import { type Curve, extent, type Picture } from "../curves/curve.js";
import { MarkedChart } from "../curves/marked-chart.js";
import { axisName, pathStyle } from "../curves/panels.js";
import { shownOf } from "../curves/shown.js";
import { methodColour } from "../design/colours.js";
import { ask } from "../engine/engine.js";
import type { SectionPoints } from "../engine/messages.js";
import { type MethodRun, nameOf, runs } from "../workbench/runs.js";
import { StudyPanel, useAnswer } from "./study-panel.js";

const TITLE = "Poincaré section";

/** Of systems with two coordinates or more whose frames have them. */
export const hasSection = () => columnsOf(runs.value[0]).length >= 4;

const columnsOf = (run: MethodRun | undefined) =>
  (run?.state.value.beginning?.columns ?? []).filter((name) => /^[qv]\./.test(name));

type Direction = "up" | "down" | "both";

/** Pixels. */
const CHOOSER = 132;
/** Presses of an arrow key from one end of the motion to the other. */
const KEYS = 50;

/** The motion over the quantity that the plane fixes, with its velocity, or the coordinate whose velocity it is. */
function planePicture(all: readonly MethodRun[], plane: string): Picture {
  const partner = `${plane.startsWith("v.") ? "q" : "v"}.${plane.slice(2)}`;
  const shown = all.flatMap(shownOf);
  return {
    ...{ title: "Plane of the section", xLabel: axisName(shown[0], plane), yLabel: "" },
    curves: shown.flatMap((run): Curve[] => {
      const [x, y] = [plane, partner].map((name) => run.frames[run.beginning.columns.indexOf(name)]);
      if (x === undefined || y === undefined) return [];
      return [{ label: run.name, colour: methodColour(run.colour), x, y, ...pathStyle(run) }];
    }),
  };
}

export function SectionPanel() {
  const isSeen = useSignal(false);
  const chosen = useSignal<{ readonly plane: string; readonly at: number; readonly direction: Direction } | null>(null);
  const all = runs.value;
  const columns = columnsOf(all[0]);
  const [first = "", second = ""] = columns;
  const { plane, at, direction } = chosen.value ?? { plane: first, at: 0, direction: "up" as const };
  // What is drawn: the next coordinate, and its velocity.
  const labels = columns.filter((name) => name.startsWith("q.")).map((name) => name.slice(2));
  const onward = labels[(labels.indexOf(plane.slice(2)) + 1) % labels.length] ?? second.slice(2);
  const [x, y] = [`q.${onward}`, `v.${onward}`];
  const states = all.map(({ state }) => state.value);
  const isDone = states.every(({ origin }) => origin !== null);
  const found = useAnswer<readonly (SectionPoints | null)[]>(
    isSeen.value && isDone,
    [plane, at, direction, x, ...states.map(({ origin }) => origin)],
    () => {
      const asked = all.map((run) => {
        const source = run.state.peek().origin?.source;
        return source === undefined
          ? null
          : ask<"section">({ kind: "section", source, method: run.method, plane, at, direction, x, y });
      });
      return {
        cancel: () => {
          for (const each of asked) each?.cancel();
        },
        answer: Promise.all(asked.map((each) => each?.answer ?? null)).then((answers) => {
          const complaint = answers.find((each) => each !== null && "complaint" in each);
          if (complaint !== undefined && complaint !== null && "complaint" in complaint) return complaint;
          return { answer: answers.map((each) => (each !== null && "answer" in each ? each.answer : null)) };
        }),
      };
    },
  );
  const points: readonly (SectionPoints | null)[] = found?.answer ?? [];
  const count = points.reduce((sum, each) => sum + (each?.t.length ?? 0), 0);
  const picture: Picture | null =
    count === 0
      ? null
      : {
          ...{ title: TITLE, xLabel: axisName(shownOf(all[0] as MethodRun)[0], x) },
          yLabel: axisName(shownOf(all[0] as MethodRun)[0], y),
          curves: points.flatMap((each, k) => {
            const run = all[k];
            return each === null || run === undefined
              ? []
              : [
                  {
                    label: nameOf(run),
                    colour: methodColour(run.colour),
                    x: each.x,
                    y: each.y,
                    times: each.t,
                    style: "points" as const,
                  },
                ];
          }),
        };
  const set = (change: Partial<{ plane: string; at: number; direction: Direction }>) => {
    chosen.value = { plane, at, direction, ...change };
  };
  const [low, high] = extent(states[0]?.kept.frames[states[0]?.beginning?.columns.indexOf(plane) ?? -1] ?? []);
  const nothing = isDone
    ? `No run crosses ${named(plane)} = ${spelled(at)} this way.`
    : "It is computed when the runs have ended.";
  const said =
    found?.complaint ??
    (picture === null ? (found === null && isDone ? "computing …" : nothing) : `${count} crossings`);
  return (
    <StudyPanel
      id="section"
      title={TITLE}
      picture={picture}
      said={said}
      seen={(next) => {
        isSeen.value = next;
      }}
      chooser={
        <MarkedChart
          picture={planePicture(all, plane)}
          value={at}
          span={[low, high]}
          label="Plane of the section, over the motion"
          set={(value) => set({ at: Number(spelled(value)) })}
          next={(value, direction) => value + (direction * (high - low)) / KEYS}
          height={CHOOSER}
        />
      }
    >
      <select
        aria-label="Plane of the section"
        value={plane}
        onChange={({ currentTarget }) => set({ plane: currentTarget.value, at: 0 })}
      >
        {columns.map((column) => (
          <option key={column} value={column}>
            {named(column)}
          </option>
        ))}
      </select>
      <label>
        =
        <input
          class="numbers"
          aria-label="Value on the plane"
          value={String(at)}
          onChange={({ currentTarget }) => {
            const value = Number(currentTarget.value);
            if (Number.isFinite(value)) set({ at: value });
          }}
        />
      </label>
      <select
        aria-label="Direction of the crossings"
        value={direction}
        onChange={({ currentTarget }) => set({ direction: currentTarget.value as Direction })}
      >
        <option value="up">upwards</option>
        <option value="down">downwards</option>
        <option value="both">both ways</option>
      </select>
    </StudyPanel>
  );
}
