/** The certificate of a page's method on the model of its experiment, measured when asked for. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { FindingsTable } from "../certificate/findings-table.js";
import { type Asked, ask } from "../engine/engine.js";
import type { CertificateFacts } from "../engine/messages.js";
import { type Experiment, modelText } from "./experiments.js";
import { Scroll } from "./scroll.js";

export function MeasuredHere({ experiment }: { readonly experiment: Experiment }) {
  const certificate = useSignal<CertificateFacts | null>(null);
  const complaint = useSignal<string | null>(null);
  const isRunning = useSignal(false);
  const asked = useRef<Asked<"certify"> | null>(null);
  useEffect(() => () => asked.current?.cancel(), []);
  const measure = async () => {
    const setting = experiment.slider.value;
    const source = { text: modelText(experiment, setting), file: "experiment.yaml", files: {} };
    isRunning.value = true;
    complaint.value = null;
    asked.current = ask<"certify">({ kind: "certify", source, method: experiment.methods(setting)[0] ?? null });
    const found = await asked.current.answer;
    isRunning.value = false;
    if (found === null) return;
    if ("complaint" in found) complaint.value = found.complaint.message;
    else certificate.value = found.answer;
  };
  return (
    <div class="measured-here">
      {isRunning.value ? (
        <button type="button" class="button" onClick={() => asked.current?.cancel()}>
          Cancel
        </button>
      ) : (
        <button type="button" class="button" onClick={measure}>
          Measure it here, on the experiment’s model
        </button>
      )}
      <p class="item-state" role="status">
        {isRunning.value && "Measuring in a worker …"}
      </p>
      {complaint.value !== null && (
        <p class="experiment-complaint" role="alert">
          {complaint.value}
        </p>
      )}
      {certificate.value !== null && (
        <Scroll label="Measured in this page">
          <FindingsTable findings={certificate.value.findings} />
        </Scroll>
      )}
    </div>
  );
}
