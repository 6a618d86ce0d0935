/** Another step, written into the model where the slider would write it. */
import { documentOf } from "../workbench/edit.js";
import { facts, registry, setText, source } from "../workbench/model.js";
import { fieldGroups } from "./fields.js";

export function setStep(step: number): void {
  const document = documentOf(source.value.text);
  const fields = fieldGroups(document, facts.value, registry.value).flatMap((group) => group.fields);
  const field = fields.find(({ path }) => path.join(".") === "time.step");
  const text = field === undefined ? null : document.with(field.path, field.spell(step));
  if (text !== null) setText(text, { typed: false });
}
