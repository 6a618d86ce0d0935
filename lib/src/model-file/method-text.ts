/** Methods on the command line: `hht`, `newmark(beta=1/6, gamma=1/2)`, and lists of them. */
import { InputError, type Place } from "../core/failure.js";

/** A method as the model file has it: its name, and parameters that may still be expressions. */
export type MethodInWords = { readonly name: string } & Readonly<Record<string, string | boolean>>;

export function methodInWords(text: string, place: Place = { key: "method" }): MethodInWords {
  const refuse = (found: string, accepted: string) => new InputError(`found "${found}"; accepted: ${accepted}`, place);
  const whole = text.trim();
  const open = whole.indexOf("(");
  const name = (open < 0 ? whole : whole.slice(0, open)).trim();
  if (name === "" || /[\s)=,]/.test(name) || (open >= 0 && !whole.endsWith(")"))) {
    throw refuse(text, "a name, or a name with parameters as in newmark(beta=1/6, gamma=1/2)");
  }
  const inside = open < 0 ? "" : whole.slice(open + 1, -1);
  const given = (inside.trim() === "" ? [] : split(inside)).map((parameter): [string, string | boolean] => {
    const at = parameter.indexOf("=");
    const key = parameter.slice(0, Math.max(0, at)).trim();
    const value = parameter.slice(at + 1).trim();
    if (key === "" || value === "") throw refuse(parameter.trim(), `parameter=value inside ${name}(…)`);
    return [key, value === "true" || (value !== "false" && value)];
  });
  const twice = given.find(([key], i) => key === "name" || given.findIndex(([other]) => other === key) < i);
  if (twice !== undefined) throw new InputError(`${twice[0]} is given twice in ${text}`, place);
  return Object.fromEntries([["name", name], ...given]) as MethodInWords;
}

/** The items of a list: commas within brackets do not separate. */
export function split(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    else if (text[i] === "," && depth === 0) {
      items.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...items, text.slice(start)];
}
