/** Sliders and fields beside the text. Editing one moves the other. */
import { useComputed, useSignal } from "@preact/signals";
import { documentOf } from "../workbench/edit.js";
import { complaint, facts, registry, setText, source } from "../workbench/model.js";
import { type Field, fieldGroups, sliderRange } from "./fields.js";
import "./controls.css";

/** Longer texts are meshes or results, not models to play with. */
const MOST_LETTERS = 100_000;

export function Controls() {
  const groups = useComputed(() => {
    const { text } = source.value;
    return text.length > MOST_LETTERS ? [] : fieldGroups(documentOf(text), facts.value, registry.value);
  });
  return (
    <div class="controls">
      {groups.value.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <Control key={field.path.join(".")} field={field} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function write({ path }: Field, value: string): void {
  const text = documentOf(source.value.text).with(path, value);
  if (text !== null) setText(text, { typed: false });
}

function Control({ field }: { readonly field: Field }) {
  const { label, unit, meaning, kind, written } = field;
  const id = `field-${field.path.join("-")}`;
  const wrong = complaint.value?.key === field.path.join(".") ? complaint.value.reason : null;
  const marks =
    wrong === null ? {} : { "aria-invalid": true as const, "aria-describedby": `${id}-wrong`, title: wrong };
  return (
    <div class="control" title={wrong ?? meaning}>
      <label for={id}>{label}</label>
      {kind.of === "choice" ? (
        <select
          id={id}
          value={kind.value}
          {...marks}
          onChange={({ currentTarget }) => write(field, currentTarget.value)}
        >
          {kind.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <>
          <span class={kind.of === "text" ? "value wide" : "value"}>
            <input
              id={id}
              class="numbers"
              {...marks}
              value={written ?? (kind.of === "number" ? String(kind.value) : "")}
              onChange={({ currentTarget }) => write(field, currentTarget.value)}
            />
            {unit !== undefined && (
              <span class="unit" aria-hidden="true">
                {unit}
              </span>
            )}
          </span>
          {kind.of === "number" && <Slider field={field} />}
        </>
      )}
      {wrong !== null && (
        <p id={`${id}-wrong`} class="control-wrong">
          {wrong.replace(/^[\w.[\]-]+: /, "")}
        </p>
      )}
    </div>
  );
}

/** Its range stays while it is held. */
function Slider({ field }: { readonly field: Field }) {
  const range = useSignal(sliderRange(field));
  const held = useSignal(false);
  if (field.kind.of !== "number") return null;
  const { value, whole } = field.kind;
  const isOutside = value < range.value.min || value > range.value.max;
  const fresh = !held.value && isOutside ? sliderRange(field) : range.value;
  // A value that is not accepted lies outside any range.
  if (fresh.min !== range.value.min || fresh.max !== range.value.max) range.value = fresh;
  const { min, max, logarithmic } = fresh;
  const place = logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  const at = (share: number) => {
    const found = logarithmic ? min * (max / min) ** share : min + share * (max - min);
    return whole ? Math.round(found) : found;
  };
  const release = () => {
    held.value = false;
    range.value = sliderRange(field);
  };
  return (
    <input
      type="range"
      aria-label={`${field.label}, slider`}
      aria-valuetext={field.written ?? String(value)}
      min={0}
      max={1}
      step={whole && !logarithmic ? 1 / Math.max(1, max - min) : 0.002}
      value={Number.isFinite(place) ? place : 0.5}
      onPointerDown={() => {
        held.value = true;
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onInput={({ currentTarget }) => write(field, field.spell(at(Number(currentTarget.value))))}
    />
  );
}
