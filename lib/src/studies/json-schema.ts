/** The JSON Schema of study files, for editors and for the reference. */
import type { JsonObject } from "../formats/json.js";
import { STUDY } from "./shape.js";

export const studySchema = (): JsonObject => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Noether study file, version 1",
  ...STUDY.schema,
});
