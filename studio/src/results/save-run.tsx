/** A run as a result file, with every frame that the model records: computed again, as `noether run --out` would. */
import { useSignal } from "@preact/signals";
import { download, fileName } from "../curves/export.js";
import { ask } from "../engine/engine.js";
import { type MethodRun, nameOf } from "../workbench/runs.js";

const FORMATS = { json: "JSON", csv: "CSV", h5: "HDF5" } as const;

export function SaveRun({ run }: { readonly run: MethodRun }) {
  const said = useSignal<string | null>(null);
  const { origin, beginning } = run.state.value;
  if (origin === null) return <span class="muted">–</span>;
  const save = async (format: keyof typeof FORMATS) => {
    said.value = "computing …";
    const { source } = origin;
    const found = await ask<"result file">({ kind: "result file", source, method: run.method, format }).answer;
    said.value = found !== null && "complaint" in found ? found.complaint.message : null;
    if (found !== null && "answer" in found)
      download(fileName(`${beginning?.title} ${nameOf(run)}`, format), found.answer, found.answer.type);
  };
  return (
    <span class="save-run">
      {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
        <button
          key={format}
          type="button"
          class="quiet"
          aria-label={`Save the run of ${nameOf(run)} as ${FORMATS[format]}`}
          disabled={said.value === "computing …"}
          onClick={() => save(format)}
        >
          {FORMATS[format]}
        </button>
      ))}
      <output class="muted small">{said.value}</output>
    </span>
  );
}
