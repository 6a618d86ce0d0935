/** What there is: methods and built-in models with their parameters, and the schema of model files. */
import { methods, models } from "noether";
import { modelSchema } from "noether/model-file";
import type { Registry } from "./messages.js";

export function registry(): Registry {
  return {
    methods: methods.map(({ id, title, summary, parameters }) => ({ id, title, summary, parameters })),
    models: models.map(({ id, parameters }) => ({ id, parameters })),
    schema: modelSchema(),
  };
}
