/** Systems of kind `model`: those that come with the library. */
import { completed } from "../core/parameter.js";
import { models } from "../models/all.js";
import { equilibriumAt } from "./equilibrium.js";
import { parameterValues } from "./method-choice.js";
import { stateAt } from "./start.js";
import { type BuiltSystem, type SystemParts, unknownWord } from "./system-parts.js";

export function builtinKind({ system, start, files, t0 }: SystemParts): BuiltSystem {
  const name = system.at("model");
  const model = models.find(({ id }) => id === name.text());
  if (model === undefined)
    throw name.error(
      unknownWord(
        name.text(),
        "model",
        models.map(({ id }) => id),
      ),
    );
  const given = system.at("with");
  const values = parameterValues(model.id, model.parameters, given.entries());
  const { scene, ...own } = (given.value === undefined ? name : given).blamed(() => model(values));
  const labels = own.view?.labels ?? own.system.labels;
  const isEquilibrium = start.value === "equilibrium";
  const problem = {
    ...own,
    t0,
    ...(isEquilibrium ? { q0: equilibriumAt(start, own.system, t0), v0: new Float64Array(own.system.dof) } : {}),
    ...(start.has("q") ? { q0: stateAt(start, "q", labels, files) } : {}),
    ...(start.has("v") ? { v0: stateAt(start, "v", labels, files) } : {}),
  };
  const units = model.units === undefined ? {} : { units: model.units };
  const seen = scene === undefined ? {} : { scene };
  const angularMomentum = model.angularMomentum?.(completed(model.id, model.parameters, values));
  const reduced = angularMomentum === undefined ? {} : { angularMomentum };
  return { problem, cites: model.cites, suggested: model.suggested, ...units, ...seen, ...reduced };
}
