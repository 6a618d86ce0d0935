/** How long the steps of a method that chooses them are, where in the motion they end: short near the sun, long far from it. */
import { useSignal } from "@preact/signals";
import { planeOf } from "../curves/columns.js";
import type { Picture } from "../curves/curve.js";
import { axisName, planeStarts } from "../curves/panels.js";
import { shownOf } from "../curves/shown.js";
import { ask } from "../engine/engine.js";
import type { StepPlaces } from "../engine/messages.js";
import { type MethodRun, nameOf, runs } from "../workbench/runs.js";
import { classesOf } from "./step-classes.js";
import { StudyPanel, useAnswer } from "./study-panel.js";

const TITLE = "Step sizes in space";

const choosing = () => runs.value.filter(({ state }) => state.value.beginning?.ownSteps === true);

export const hasStepPlaces = () =>
  choosing().some(({ state }) => axesOf(state.value.beginning?.columns ?? []) !== null);

const coordinatesOf = (columns: readonly string[] = []) => columns.filter((name) => name.startsWith("q."));

/** A plane of the motion; of a single coordinate its phase plane. */
function axesOf(columns: readonly string[]): readonly [string, string] | null {
  const coordinates = coordinatesOf(columns);
  const start = coordinates.find((column) => planeOf(coordinates, column) !== null);
  if (start !== undefined) return [start, planeOf(coordinates, start) as string];
  const [first] = coordinates;
  return first === undefined ? null : [first, `v.${first.slice(2)}`];
}

export function StepPlacesPanel() {
  const isSeen = useSignal(false);
  const wanted = useSignal<MethodRun | null>(null);
  const plane = useSignal("");
  const all = choosing();
  const run = all.find((each) => each === wanted.value) ?? all[0];
  const [shown] = run === undefined ? [] : shownOf(run);
  const planes = shown === undefined ? [] : planeStarts(shown);
  const usual = axesOf(shown?.beginning.columns ?? []) ?? ["", ""];
  const next = planes.includes(plane.value) ? planeOf(coordinatesOf(shown?.beginning.columns), plane.value) : null;
  const [x, y] = next === null ? usual : [plane.value, next];
  const origin = run?.state.value.origin ?? null;
  const found = useAnswer<StepPlaces>(isSeen.value && origin !== null, [origin, run?.method, x, y], () =>
    ask<"step places">({
      kind: "step places",
      source: (origin as NonNullable<typeof origin>).source,
      method: run?.method ?? null,
      x,
      y,
    }),
  );
  const curves = found?.answer == null ? [] : classesOf(found.answer);
  const picture: Picture | null =
    curves.length === 0 ? null : { title: TITLE, xLabel: axisName(shown, x), yLabel: axisName(shown, y), curves };
  return (
    <StudyPanel
      id="step-places"
      title={TITLE}
      picture={picture}
      said={
        found?.complaint ??
        (picture === null ? (origin === null ? "It is computed when the run has ended." : "computing …") : null)
      }
      seen={(now) => {
        isSeen.value = now;
      }}
    >
      {planes.length > 1 && (
        <select
          aria-label="Plane of the steps"
          value={x}
          onChange={({ currentTarget }) => {
            plane.value = currentTarget.value;
          }}
        >
          {planes.map((each) => (
            <option key={each} value={each}>
              {each.slice(2)}
            </option>
          ))}
        </select>
      )}
      {all.length > 1 && run !== undefined && (
        <select
          aria-label="Steps of which method"
          value={String(all.indexOf(run))}
          onChange={({ currentTarget }) => {
            wanted.value = all[Number(currentTarget.value)] ?? null;
          }}
        >
          {all.map((each, k) => (
            <option key={nameOf(each)} value={String(k)}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      )}
    </StudyPanel>
  );
}
