/** The grammar, by precedence climbing. From weak to strong:
 *
 *      or   and   not   < <= > >= == !=   + -   * /   unary -   ^ (from the right)
 *
 *  so -x^2 = -(x^2), and 2^-1 is allowed. The result is the expression in postfix order, a flat list: long sums are deep
 *  trees, and nothing that follows needs a recursion to walk a list. */
import type { Place } from "../core/failure.js";
import { mistake, type Source } from "./mistake.js";
import { FUNCTIONS } from "./notation.js";
import { type Token, tokensOf, unknownFunction } from "./tokens.js";

export interface Expression {
  readonly source: Source;
  readonly postfix: readonly Step[];
}

/** One step of a stack machine; `at` is the offset in the text that a message about it points to. */
export type Step =
  | { readonly kind: "number"; readonly value: number; readonly at: number }
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "apply"; readonly what: string; readonly count: number; readonly at: number };

const LEVELS: ReadonlyMap<string, number> = new Map([
  ["or", 1],
  ["and", 2],
  ...["<", "<=", ">", ">=", "==", "!="].map((sign) => [sign, 4] as const),
  ["+", 5],
  ["-", 5],
  ["*", 6],
  ["/", 6],
  ["^", 7],
]);
const NOT = 3;
const COMPARISON = 4;
const POWER = 7;

/** Brackets in brackets, signs before signs, towers of powers: beyond this many the input is not meant seriously. */
const DEEPEST = 200;

export function parse(text: string, place: Place = {}, indent = 0): Expression {
  const source: Source = { text, place, indent };
  const tokens = tokensOf(source);
  const postfix: Step[] = [];
  let index = 0;
  let depth = 0;

  const peek = (): Token => tokens[index];
  const take = (): Token => tokens[index++];
  const apply = (what: string, count: number, at: number) => postfix.push({ kind: "apply", what, count, at });

  /** Reads what binds at least as strongly as `least`. */
  const climb = (least: number): void => {
    if (++depth > DEEPEST)
      throw mistake(source, peek().at, `nested more than ${DEEPEST} deep; write it in fewer levels`);
    operand(least);
    for (;;) {
      const { text: sign, kind, at } = peek();
      const level = kind === "number" ? undefined : LEVELS.get(sign);
      if (level === undefined || level < least) break;
      take();
      climb(level === POWER ? POWER : level + 1);
      apply(sign, 2, at);
      if (level === COMPARISON && LEVELS.get(peek().text) === COMPARISON) {
        throw mistake(source, peek().at, "comparisons do not chain; write a < b and b < c");
      }
    }
    depth--;
  };

  const operand = (least: number): void => {
    const token = take();
    if (token.kind === "number") {
      postfix.push({ kind: "number", value: token.value, at: token.at });
    } else if (token.text === "-") {
      climb(POWER);
      apply("negate", 1, token.at);
    } else if (token.text === "+") {
      climb(POWER);
    } else if (token.text === "not") {
      if (least > NOT) throw mistake(source, token.at, `"not" binds weakly; put it in brackets: (not …)`);
      climb(COMPARISON);
      apply("not", 1, token.at);
    } else if (token.text === "(") {
      climb(1);
      close(token);
    } else if (token.kind === "name" && !LEVELS.has(token.text)) {
      if (peek().text === "(") call(token);
      else if (FUNCTIONS.has(token.text))
        throw mistake(source, token.at, `${token.text} is a function; write ${token.text}(…)`);
      else postfix.push({ kind: "name", name: token.text, at: token.at });
    } else throw mistake(source, token.at, noOperand(token, index > 1));
  };

  const call = (name: Token): void => {
    const arity = FUNCTIONS.get(name.text);
    if (arity === undefined) throw mistake(source, name.at, unknownFunction(name.text));
    const open = take();
    let count = 0;
    if (peek().text !== ")") {
      do {
        climb(1);
        count++;
      } while (peek().text === "," && take());
    }
    close(open);
    if (count < arity.least || count > arity.most) {
      const wanted = arity.most > arity.least ? `${arity.least} or more` : String(arity.least);
      throw mistake(
        source,
        name.at,
        `${name.text} takes ${wanted} argument${wanted === "1" ? "" : "s"}, here it has ${count}`,
      );
    }
    apply(name.text, count, name.at);
  };

  const close = (open: Token): void => {
    const token = take();
    if (token.text === ")") return;
    if (token.kind === "end") throw mistake(source, open.at, `this "(" is not closed`);
    throw mistake(source, token.at, `expected an operator or ")", found "${token.text}"`);
  };

  if (peek().kind === "end") throw mistake(source, 0, "the expression is empty");
  climb(1);
  const rest = peek();
  if (rest.text === ")") throw mistake(source, rest.at, `there is no "(" for this ")"`);
  if (rest.text === ",") throw mistake(source, rest.at, "a comma stands only between the arguments of a function");
  if (rest.kind !== "end")
    throw mistake(
      source,
      rest.at,
      `expected an operator, found "${rest.text}"; to multiply, write *${/[A-Za-z]/.test(rest.text) ? "; units are not written, numbers are in those of the model" : ""}`,
    );
  return { source, postfix };
}

function noOperand({ kind, text }: Token, follows: boolean): string {
  const found = kind === "end" ? "the expression ends" : `found "${text}"`;
  return follows ? `a number, a name or "(" is missing here: ${found}` : `an expression cannot begin with "${text}"`;
}
