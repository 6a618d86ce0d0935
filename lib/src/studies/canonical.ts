/** Data as text that does not depend on the order of its keys. */
import { isObject, type Json } from "../formats/json.js";

export function canonical(data: Json): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  if (isObject(data)) {
    const keys = Object.keys(data).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(data[key])}`).join(",")}}`;
  }
  return Object.is(data, -0) ? "-0" : JSON.stringify(data);
}
