/** All pictures of the runs, one below the other; which, is chosen and remembered. */
import { signal } from "@preact/signals";
import { STUDIES } from "../studies/studies.js";
import { remember, remembered } from "../workbench/memory.js";
import { runs } from "../workbench/runs.js";
import { span } from "../workbench/time.js";
import { PanelView } from "./panel-view.js";
import { PANELS } from "./panels.js";
import { shownOf } from "./shown.js";

const hidden = signal<ReadonlySet<string>>(
  new Set(remembered<string>("hidden pictures", "momenta section precision").split(" ")),
);

function toggle(id: string): void {
  const next = new Set(hidden.value);
  if (!next.delete(id)) next.add(id);
  hidden.value = next;
  remember("hidden pictures", [...next].join(" "));
}

export function Curves() {
  const shown = runs.value.flatMap(shownOf);
  const studies = shown.length === 0 ? [] : STUDIES.filter(({ applies }) => applies());
  const panels = PANELS.filter(({ applies }) => shown.some(applies));
  return (
    <section class="curves" aria-label="Curves">
      <fieldset class="picture-switches" aria-label="Pictures">
        {[...panels, ...studies].map(({ id, title }) => (
          <button key={id} type="button" class="quiet" aria-pressed={!hidden.value.has(id)} onClick={() => toggle(id)}>
            {title}
          </button>
        ))}
      </fieldset>
      <div class="pictures">
        {shown.length === 0 && <p class="empty">The curves of the runs come here.</p>}
        {panels
          .filter(({ id }) => !hidden.value.has(id))
          .map((panel) => (
            <PanelView key={panel.id} panel={panel} runs={shown.filter(panel.applies)} span={span.value} />
          ))}
        {studies
          .filter(({ id }) => !hidden.value.has(id))
          .map(({ id, Panel }) => (
            <Panel key={id} />
          ))}
      </div>
    </section>
  );
}
