/** A function of time with its derivatives, from one expression in t. */
import type { Signal } from "../core/signal.js";
import type { Formula } from "./compile.js";
import type { ParameterNumbers } from "./parameters.js";
import { timeLoadOf } from "./time-load.js";

export function signalOf({
  parameters = {},
  expression,
}: {
  readonly parameters?: ParameterNumbers;
  readonly expression: Formula;
}): Signal {
  const load = timeLoadOf({ parameters, expressions: [expression] });
  const out = new Float64Array(1);
  return {
    kinks: load.kinks,
    ...(load.jumps === undefined ? {} : { jumps: load.jumps }),
    ...(load.listed === undefined ? {} : { listed: load.listed }),
    derivative(k, t, side) {
      out[0] = 0;
      if (k === 0 && load.kinks === null) load.addTo(t, out, out, out);
      else load.addDerivative?.(k, t, side, out);
      return out[0];
    },
  };
}
