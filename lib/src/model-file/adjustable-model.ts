/** Models whose parameters change after they are built: studies and sliders build once.
 *
 *      const model = loadAdjustableModel(text);
 *      const plan = buildProblem(model);
 *      for (const EA of [1000, 2000, 3000]) {
 *        model.adjust({ EA });
 *        run(plan.problem, plan.method, …);
 *      }
 */
import type { JsonObject } from "../formats/json.js";
import { adjustable, type NamedNumbers } from "../symbolic/index.js";
import { checkShape } from "./check-shape.js";
import { type LoadOptions, type Model, modelOf } from "./load.js";
import { type Override, overridden } from "./overrides.js";
import { parametersOf } from "./parameters.js";
import { treeOf } from "./source.js";
import { plain } from "./tree.js";

/** What was built from it follows: the system, probes, the stop condition. So do its own parameters and data. */
export interface AdjustableModel extends Model {
  /** Those named, and what is defined by them; all or none. What cannot follow is refused: a parameter that has been read
   *  as a number (masses, starts, times), that stands in an exponent or decides when a load has a kink. */
  adjust(values: NamedNumbers): void;
}

/** Systems of kind `potential` whose coordinates all have mass follow their parameters; others
 *  compute with them while they are built, and refuse. */
export function loadAdjustableModel(
  text: string,
  { file, readFile, threads, overrides = [] }: LoadOptions = {},
): AdjustableModel {
  let tree = overrides.reduce(overridden, treeOf(text, file));
  const kind = checkShape(tree);
  const given = adjustable(parametersOf(tree));
  const model = modelOf(tree, kind, given, { file, readFile, threads });
  return {
    ...model,
    get data() {
      return plain(tree) as JsonObject;
    },
    get parameters() {
      return given.values;
    },
    adjust(values) {
      const changed = Object.entries(values).map(
        ([name, value]): Override => ({
          option: `adjust ${name}`,
          path: ["system", "parameters", name],
          text: String(value),
        }),
      );
      const next = changed.reduce(overridden, tree);
      given.set(parametersOf(next));
      tree = next;
    },
  };
}
