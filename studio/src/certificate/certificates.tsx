/** What each method claims, measured on this model in the page: a badge that opens, and the errors over the step. */
import { signal } from "@preact/signals";
import { Chart } from "../curves/chart.js";
import type { Curve } from "../curves/curve.js";
import { METHOD_COLOURS, methodColour, scheme } from "../design/colours.js";
import { type Asked, ask } from "../engine/engine.js";
import type { CertificateFacts, Complaint } from "../engine/messages.js";
import { source } from "../workbench/model.js";
import { type MethodRun, nameOf, runs } from "../workbench/runs.js";
import { FindingsTable } from "./findings-table.js";

interface Measured {
  /** The text that it was measured on. */
  readonly text: string;
  readonly asked: Asked<"certify">;
  readonly certificate: CertificateFacts | null;
  readonly complaint: Complaint | null;
}

const measured = signal<ReadonlyMap<MethodRun, Measured>>(new Map());

function set(run: MethodRun, value: Measured | null): void {
  const next = new Map(measured.value);
  if (value === null) next.delete(run);
  else next.set(run, value);
  measured.value = next;
}

async function measure(run: MethodRun): Promise<void> {
  const { text } = source.value;
  const asked = ask<"certify">({ kind: "certify", source: source.value, method: run.method });
  set(run, { text, asked, certificate: null, complaint: null });
  const found = await asked.answer;
  if (measured.value.get(run)?.asked !== asked) return;
  if (found === null) set(run, null);
  else if ("answer" in found) set(run, { text, asked, certificate: found.answer, complaint: null });
  else set(run, { text, asked, certificate: null, complaint: found.complaint });
}

export function Certificates() {
  const theme = scheme.value;
  const curves = runs.value.flatMap((run): Curve[] => {
    const convergence = measured.value.get(run)?.certificate?.convergence;
    if (convergence == null) return [];
    const { steps, positionErrors } = convergence;
    return [{ label: nameOf(run), colour: methodColour(run.colour), x: steps, y: positionErrors }];
  });
  return (
    <section class="certificates" aria-label="Certificates">
      <p class="muted small">
        Order, symplecticity, reversibility and invariants of each method, measured on this model.
      </p>
      <ul>
        {runs.value.map((run) => (
          <Certificate key={run.colour} run={run} />
        ))}
      </ul>
      {curves.length > 0 && (
        <Chart
          key={theme}
          title="Errors over the step"
          xLabel="step"
          yLabel="relative error"
          logX
          logY
          curves={curves}
          width={460}
          height={220}
        />
      )}
    </section>
  );
}

function Certificate({ run }: { readonly run: MethodRun }) {
  const found = measured.value.get(run);
  const isOld = found !== undefined && found.text !== source.value.text;
  return (
    <li>
      <span class="swatch" style={{ background: `var(--method-${run.colour % METHOD_COLOURS})` }} />
      <strong>{nameOf(run)}</strong>{" "}
      {found === undefined || isOld ? (
        <button type="button" class="button small" onClick={() => measure(run)}>
          {isOld ? "Certify again" : "Certify"}
        </button>
      ) : found.certificate !== null ? (
        <Badge certificate={found.certificate} />
      ) : found.complaint !== null ? (
        <span class="bad">{found.complaint.message}</span>
      ) : (
        <button type="button" class="button small" onClick={() => found.asked.cancel()}>
          Measuring … cancel
        </button>
      )}
    </li>
  );
}

function Badge({ certificate: { findings } }: { readonly certificate: CertificateFacts }) {
  const count = (verdict: string) => findings.filter((each) => each.verdict === verdict).length;
  const violated = count("violated");
  return (
    <details class="certificate">
      <summary class={violated > 0 ? "badge violated" : "badge"}>
        {violated > 0 ? `${violated} violated, ` : ""}
        {`${count("holds")} claims hold`}
      </summary>
      <FindingsTable findings={findings} />
    </details>
  );
}
