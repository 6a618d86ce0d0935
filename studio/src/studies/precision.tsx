/** How exact the methods are on this model: errors over the step, with the order that they show, and over the work. */
import { useSignal } from "@preact/signals";
import type { Curve, Picture } from "../curves/curve.js";
import { short } from "../curves/numbers.js";
import { methodColour } from "../design/colours.js";
import { ask } from "../engine/engine.js";
import type { SchemePrecision } from "../engine/messages.js";
import { facts, source } from "../workbench/model.js";
import { runs } from "../workbench/runs.js";
import { StudyPanel, useAnswer } from "./study-panel.js";

/** Dozens of runs of larger systems take longer than one waits. */
const MOST_UNKNOWNS = 200;

export const hasPrecision = () => facts.value?.step != null && facts.value.unknowns <= MOST_UNKNOWNS;

const TITLE = "Convergence, work and precision";

export function PrecisionPanel() {
  const isSeen = useSignal(false);
  const over = useSignal<"step" | "work">("step");
  const methods = runs.value.map(({ method }) => method);
  const isDone = runs.value.every(({ state }) => state.value.origin !== null);
  const known = facts.value;
  const found = useAnswer(isSeen.value && isDone, [known, methods.join(" ")], () =>
    ask<"precision">({ kind: "precision", source: source.peek(), methods }),
  );
  const answer = found?.answer ?? null;
  const curves = (answer?.schemes ?? []).flatMap((scheme, k) =>
    curveOf(scheme, runs.value[k]?.colour ?? k, over.value),
  );
  const picture: Picture | null =
    curves.length === 0
      ? null
      : {
          ...{ title: TITLE, curves, logX: true, logY: true },
          xLabel: over.value === "step" ? "step" : "evaluations of the forces",
          yLabel: "relative error",
        };
  const refused = (answer?.schemes ?? []).flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name}: ${refusal}`],
  );
  const words =
    answer === null
      ? "computing …"
      : [`at t = ${short(answer.end)}, against ${answer.reference}`, ...refused].join("; ");
  return (
    <StudyPanel
      id="precision"
      title={TITLE}
      picture={picture}
      said={found?.complaint ?? (isDone ? words : "It is computed when the runs have ended.")}
      seen={(next) => {
        isSeen.value = next;
      }}
    >
      <select
        aria-label="Errors over what"
        value={over.value}
        onChange={({ currentTarget }) => {
          over.value = currentTarget.value as "step" | "work";
        }}
      >
        <option value="step">over the step</option>
        <option value="work">over the work</option>
      </select>
    </StudyPanel>
  );
}

function curveOf(
  { name, order, steps, errors, gradients, refusal }: SchemePrecision,
  colour: number,
  over: "step" | "work",
): Curve[] {
  if (refusal !== null) return [];
  const label = order === null ? name : `${name}: order ${short(order, 3)}`;
  // What has no error at all has no place on a logarithmic axis.
  const y = errors.map((error) => (error > 0 ? error : Number.NaN));
  return [{ label, colour: methodColour(colour), x: over === "step" ? steps : gradients, y }];
}
