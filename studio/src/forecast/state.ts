/** The forecast of the model on the workbench under the methods chosen, asked for anew whenever one of them changes. */
import { effect, signal } from "@preact/signals";
import { type Asked, ask } from "../engine/engine.js";
import type { Forecast } from "../engine/messages.js";
import { complaint, facts, source } from "../workbench/model.js";
import { runs } from "../workbench/runs.js";

export const forecast = signal<Forecast | null>(null);
/** Why there is none. */
export const silence = signal<string | null>(null);

/** While the marker is held the curves stay where they are. */
export const isHeld = signal(false);

/** Modes of larger systems take longer than a hand waits. */
const MOST_UNKNOWNS = 1500;
const PAUSE = 200;

let asked: Asked<"forecast"> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to follow the model; ends with what it returns. */
export function followModel(): () => void {
  return effect(() => {
    const methods = runs.value.map(({ method }) => method);
    const known = facts.value;
    if (known === null || complaint.value !== null || isHeld.value) return;
    clearTimeout(timer);
    if (known.unknowns > MOST_UNKNOWNS) {
      forecast.value = null;
      silence.value = `There are ${known.unknowns} unknowns: noether analyze looks at their modes.`;
      return;
    }
    timer = setTimeout(() => look(methods), PAUSE);
  });
}

async function look(methods: readonly (string | null)[]): Promise<void> {
  asked?.cancel();
  const own = ask<"forecast">({ kind: "forecast", source: source.value, methods });
  asked = own;
  const found = await own.answer;
  if (found === null || asked !== own) return;
  forecast.value = "answer" in found ? found.answer : null;
  silence.value = "complaint" in found ? found.complaint.reason : null;
}
