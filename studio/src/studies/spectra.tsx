/** Response spectra of the records that shake the model. */
import { useSignal } from "@preact/signals";
import { withUnit } from "../curves/panels.js";
import { methodColour } from "../design/colours.js";
import { ask } from "../engine/engine.js";
import { facts, source } from "../workbench/model.js";
import { runs } from "../workbench/runs.js";
import { StudyPanel, useAnswer } from "./study-panel.js";

const TITLE = "Response spectra";

export const hasSpectra = () =>
  /\bgroundMotion\b/.test(source.value.text) && Object.keys(source.value.files).length > 0;

export function SpectraPanel() {
  const isSeen = useSignal(false);
  const found = useAnswer(isSeen.value, [facts.value], () =>
    ask<"spectra">({ kind: "spectra", source: source.peek() }),
  );
  const curves = (found?.answer ?? []).flatMap(({ name, periods, curves: own }, record) =>
    own.map(({ damping, pseudoAcceleration }, k) => ({
      label: `${name}, ${100 * damping} %`,
      colour: methodColour(k + own.length * record),
      x: periods,
      y: pseudoAcceleration,
    })),
  );
  const time = runs.value[0]?.state.value.beginning?.units["time"];
  const picture =
    curves.length === 0
      ? null
      : { title: TITLE, xLabel: withUnit("period", time), yLabel: "pseudo-acceleration", curves, logX: true };
  return (
    <StudyPanel
      id="spectra"
      title={TITLE}
      picture={picture}
      said={
        found?.complaint ??
        (found === null
          ? "computing …"
          : picture === null
            ? "The model names no record with equal steps."
            : "In the units of the record.")
      }
      seen={(next) => {
        isSeen.value = next;
      }}
    />
  );
}
