/** What the page of a method shows besides its entry in the registry: equations, typeset here so that the page loads no typesetter, and the audit. */
import katex from "katex";
import type { MethodPage } from "../src/content/facts.js";
import { equations } from "../src/learn/equations.js";
import { auditOf } from "./methods.js";

/** Fails at a formula that cannot be set. */
export const typeset = (tex: string): string =>
  katex.renderToString(tex, { displayMode: true, throwOnError: true, strict: "error" });

export function methodPage(id: string): MethodPage {
  return {
    equations: (equations[id] ?? []).map((equation) => ({ ...equation, html: typeset(equation.tex) })),
    audit: auditOf(id),
  };
}
