/** How deep a text is nested, before it is parsed: the parser descends by recursion, and a hundred thousand brackets would
 *  end the process. */
import { Lexer } from "yaml";

/** No part of a model is nested deeper. */
export const DEEPEST = 40;

/** The lexer announces a scalar by this sign. */
const SCALAR = "\u001f";

/** The offset at which a text becomes nested too deeply; null if it does not. */
export function nestedTooDeep(text: string): number | null {
  return tooManyIndicators(text) ?? tooManyBrackets(text);
}

/** Lists and maps without brackets are nested by columns: `- - - x`, or line by line, each further in. */
function tooManyIndicators(text: string): number | null {
  const lineStart = new RegExp(`^(?:[ \\t]*[-?:][ \\t]){${DEEPEST}}|^[ \\t]{${8 * DEEPEST}}`, "m");
  const found = lineStart.exec(text);
  return found === null ? null : found.index;
}

function tooManyBrackets(text: string): number | null {
  let depth = 0;
  let offset = 0;
  let scalar = false;
  for (const token of new Lexer().lex(text)) {
    if (!scalar && (token === "[" || token === "{") && ++depth > DEEPEST) return offset;
    if (!scalar && (token === "]" || token === "}")) depth--;
    scalar = token === SCALAR;
    // Signs of the lexer's own are not in the text.
    if (token.length !== 1 || text[offset] === token) offset += token.length;
  }
  return null;
}
