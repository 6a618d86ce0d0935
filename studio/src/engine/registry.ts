/** What there is: methods and built-in models with their parameters, and the schema of model files. */
import { methods, models, standard } from "noether";
import { modelSchema } from "noether/model-file";
import type { Registry } from "./messages.js";

export function registry(): Registry {
  return {
    methods: methods.map((family) => {
      const { claims, clock } = standard(family);
      const { id, title, summary, parameters } = family;
      return { id, title, summary, order: claims.order, ownSteps: clock === "own", parameters };
    }),
    models: models.map(({ id, title, parameters }) => ({ id, title, parameters })),
    schema: modelSchema(),
  };
}
