/** Before the run: is the step stable, what becomes of each mode, which step gives one per cent; and a marker over the steps that can be
 *  dragged. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { setStep } from "../controls/set-step.js";
import type { Picture } from "../curves/curve.js";
import { short } from "../curves/numbers.js";
import { withUnit } from "../curves/panels.js";
import { METHOD_COLOURS, methodColour } from "../design/colours.js";
import { TableHead } from "../design/table-head.js";
import type { Forecast, SchemeForecast } from "../engine/messages.js";
import { facts } from "../workbench/model.js";
import { runs } from "../workbench/runs.js";
import { frequencyWords, hideMode, modeComplaint, modeShown, showMode } from "./mode.js";
import { followModel, forecast, silence } from "./state.js";
import { StepMarker } from "./step-marker.js";
import "./forecast.css";

export function ForecastPane() {
  useEffect(followModel, []);
  const found = forecast.value;
  if (found === null) return <p class="empty">{silence.value ?? "The modes are being looked at …"}</p>;
  return (
    <section class="forecast" aria-label="Before the run">
      <ForecastTable found={found} />
      <ErrorOverStep found={found} />
      <ModesTable found={found} />
      {modeComplaint.value !== null && <p class="bad">{modeComplaint.value}</p>}
      {found.linearised && <p class="muted small">Modes of small motions about the start.</p>}
    </section>
  );
}

function ForecastTable({ found }: { readonly found: Forecast }) {
  return (
    <table class="numbers">
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden-text">Method</span>
          </th>
          <th scope="col">at this step</th>
          <th scope="col">period error</th>
          <th scope="col">added damping</th>
          <th scope="col">step for 1 %</th>
        </tr>
      </thead>
      <tbody>
        {found.schemes.map((scheme, i) => (
          <SchemeRow key={scheme.name} scheme={scheme} colour={runs.value[i]?.colour ?? i} />
        ))}
      </tbody>
    </table>
  );
}

function SchemeRow({ scheme: found, colour }: { readonly scheme: SchemeForecast; readonly colour: number }) {
  const head = (
    <th scope="row">
      <span class="swatch" style={{ background: `var(--method-${colour % METHOD_COLOURS})` }} />
      {found.name}
    </th>
  );
  if (found.refusal !== null)
    return (
      <tr>
        {head}
        <td colSpan={4} class="muted">
          {found.refusal}
        </td>
      </tr>
    );
  const { advised } = found;
  return (
    <tr>
      {head}
      <td>
        <span class={found.stable ? "good" : "bad"}>{found.stable ? "stable" : "unstable"}</span>
        <span class="muted">{found.limit === null ? ", no limit" : `, limit ${short(found.limit, 3)}`}</span>
      </td>
      <td>{perMode(found.modes.map(({ periodError }) => periodError))}</td>
      <td>{perMode(found.modes.map(({ damping }) => damping))}</td>
      <td>
        {advised === null ? (
          "–"
        ) : (
          <button type="button" class="quiet link" title="Take this step" onClick={() => setStep(advised)}>
            {short(advised, 3)}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Of the lowest mode and, where there are more, of the highest shown. */
function perMode(values: readonly (number | null)[]): string {
  const shown = values.length > 1 ? [values[0], values.at(-1)] : values;
  return shown.map((value) => (value == null ? "–" : percent(value))).join(" … ");
}

const percent = (share: number) => (Math.abs(share) < 1e-9 ? "0 %" : `${short(100 * share, 2)} %`);

/** What the structure does by itself. */
function ModesTable({ found: { modes } }: { readonly found: Forecast }) {
  const unit = facts.value?.units["time"];
  const names = [
    ...["mode", withUnit("period", unit), unit === "s" ? "frequency (Hz)" : "frequency"],
    ...[unit === undefined ? "ω" : `ω (rad/${unit})`, "damping"],
  ];
  return (
    <table class="numbers modes" aria-label="Modes">
      <TableHead names={names} />
      <tbody>
        {modes.map(({ frequency, damping }, k) => (
          <tr key={`${k} ${frequency}`}>
            <th scope="row">{k + 1}</th>
            <td>{frequency > 0 ? short((2 * Math.PI) / frequency, 4) : "–"}</td>
            <td>{short(frequency / (2 * Math.PI), 4)}</td>
            <td>{short(frequency, 4)}</td>
            <td>{percent(damping)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ErrorOverStep({ found }: { readonly found: Forecast }) {
  const mode = useSignal(0);
  const quantity = useSignal<"periodErrors" | "addedDamping">("periodErrors");
  const at = Math.min(mode.value, found.modes.length - 1);
  const unit = facts.value?.units["time"];
  const picture: Picture = {
    title: "Error over the step",
    xLabel: withUnit("step", unit),
    yLabel: quantity.value === "periodErrors" ? "|period error|" : "|added damping|",
    logX: true,
    logY: true,
    curves: found.schemes.flatMap((each, i) => {
      const y = each[quantity.value][at];
      if (y === undefined) return [];
      // What vanishes has no place on a logarithmic axis.
      const seen = y.map((value) => (value > 1e-14 ? value : Number.NaN));
      return [{ label: each.name, colour: methodColour(runs.value[i]?.colour ?? i), x: found.steps, y: seen }];
    }),
  };
  return (
    <figure class="over-step" aria-label="Error over the step">
      <figcaption>
        <select
          aria-label="Which error"
          value={quantity.value}
          onChange={({ currentTarget }) => {
            quantity.value = currentTarget.value as "periodErrors" | "addedDamping";
          }}
        >
          <option value="periodErrors">period error</option>
          <option value="addedDamping">added damping</option>
        </select>
        {found.modes.length > 1 && (
          <select
            aria-label="Of which mode"
            value={String(at)}
            onChange={({ currentTarget }) => {
              mode.value = Number(currentTarget.value);
            }}
          >
            {found.modes.map(({ frequency }, k) => (
              <option
                key={`${k} ${frequency}`}
                value={String(k)}
              >{`mode ${k + 1}, ${frequencyWords(frequency, 3, unit)}`}</option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="quiet link"
          aria-pressed={modeShown.value?.place === at}
          onClick={() => (modeShown.value?.place === at ? hideMode() : showMode(at))}
        >
          {modeShown.value?.place === at ? "Stop the mode" : "Animate the mode"}
        </button>
        <span class="muted">drag the marker to another step</span>
      </figcaption>
      <StepMarker picture={picture} step={facts.value?.step ?? found.step} />
    </figure>
  );
}
