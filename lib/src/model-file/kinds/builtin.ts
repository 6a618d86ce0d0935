/** Systems of kind `model`: those that come with the library. */

import { completed } from "../../core/parameter.js";
import { unknownWord } from "../../core/spelling.js";
import { models } from "../../models/all.js";
import { number, parameters } from "../atoms.js";
import { equilibriumAt } from "../equilibrium.js";
import { parameterValues } from "../method-choice.js";
import { shapesOf } from "../parameter-shapes.js";
import { choice, flag, keys, named, oneOf, optional, text } from "../shape.js";
import { stateAt } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import type { BuiltSystem, SystemParts } from "../system-parts.js";

export const builtinKind = {
  id: "model",
  shape: keys("a builtin model", {
    model: text("the name of a model, as noether models lists them"),
    with: optional(
      named(
        "a map of parameters and values",
        oneOf("a number, an expression, a word, true or false", [number, flag("true or false")]),
      ),
    ),
    parameters,
  }),
  files: [],
  choices: () =>
    models.map(({ id, title, summary, parameters: table }) =>
      keys("a builtin model", {
        model: choice(`${title}. ${summary}`, [id]),
        with: optional(keys("parameters of the model", shapesOf(table))),
        parameters,
      }),
    ),
  build,
} as const satisfies SystemKind;

function build({ system, start, files, threads, t0 }: SystemParts): BuiltSystem {
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
  const made = (given.value === undefined ? name : given).blamed(() => model(values));
  const labels = made.view?.labels ?? made.system.labels;
  const isEquilibrium = start.value === "equilibrium";
  const own = {
    t0,
    ...(start.has("q") ? { q0: stateAt(start, "q", labels, files) } : {}),
    ...(start.has("v") ? { v0: stateAt(start, "v", labels, files) } : {}),
    ...(isEquilibrium ? { v0: new Float64Array(labels.length) } : {}),
  };
  const { scene, startingAt: _, ...begun } = made.startingAt?.(own) ?? { ...made, ...own };
  const moving = { ...begun.system, threads };
  const problem = { ...begun, system: moving, ...(isEquilibrium && { q0: equilibriumAt(start, moving, t0) }) };
  const units = model.units === undefined ? {} : { units: model.units };
  const seen = scene === undefined ? {} : { scene };
  const angularMomentum = model.angularMomentum?.(completed(model.id, model.parameters, values));
  const reduced = angularMomentum === undefined ? {} : { angularMomentum };
  return { problem, cites: model.cites, suggested: model.suggested, ...units, ...seen, ...reduced };
}
