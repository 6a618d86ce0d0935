/** What a deck says and a run of it would not do: listed line by line, and a reason to refuse the deck unless the user accepts it. */
import { InputError } from "../../core/failure.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { JsonObject } from "../json.js";

export interface Difference {
  readonly line: number;
  /** As the deck has it: `*ELEMENT, TYPE=C3D8R`. */
  readonly card: string;
  readonly why: string;
}

/** What the deck is read for: the motion of a dynamic step, or the modes of the structure. */
export type Purpose = "motion" | "modes";

export interface DeckModel {
  /** What a model file would hold; null where none can be made of the deck, for the reason of `refusal`. */
  readonly model: JsonObject | null;
  readonly refusal: InputError | null;
  /** What changes the result and is not honoured. */
  readonly differences: readonly Difference[];
  /** What is to be said about the rest. */
  readonly notices: readonly string[];
  /** What the deck asks for, in its order: `*DYNAMIC`, `SOL 103`. */
  readonly procedures: readonly { readonly name: string; readonly line: number }[];
  /** The lines of the deck from which parts of the model come, with their cards, by the keys of the parts: `system.solid.loads[0]`. */
  readonly origins: ReadonlyMap<string, Pick<Difference, "line" | "card">>;
}

/** The model and what is to be said about it. A deck with differences is refused unless they are accepted. */
export function modelOfDeck(
  { model, refusal, differences, notices }: DeckModel,
  { file, acceptDifferences }: { readonly file: string; readonly acceptDifferences: boolean },
): { readonly model: JsonObject; readonly notices: readonly Notice[] } {
  if (differences.length > 0 && !acceptDifferences) {
    const also = refusal === null ? "" : `\nIt cannot be run without them either: ${refusal.message}`;
    const advice =
      refusal === null
        ? "\nTake them out of the deck, or add --accept-differences to compute it without them."
        : "\nTake them out of the deck.";
    throw new InputError(`${differencesText(differences)}${also}${advice}`, { file });
  }
  if (refusal !== null) throw refusal;
  return {
    model: model ?? {},
    notices: [...noticesOf("deck-difference", differences.map(differenceText)), ...noticesOf("deck", notices)],
  };
}

export const differenceText = ({ line, card, why }: Difference): string =>
  `line ${line}: ${card} changes the result and is not honoured: ${why}`;

/** All of them; lines that say the same together. */
export function differencesText(differences: readonly Difference[]): string {
  const alike = new Map<string, number[]>();
  for (const { line, card, why } of differences) {
    const key = `${card}: ${why}`;
    const lines = alike.get(key);
    if (lines === undefined) alike.set(key, [line]);
    else if (!lines.includes(line)) lines.push(line);
  }
  const head =
    differences.length === 1
      ? "one line changes the result and is not honoured:"
      : `${differences.length} lines change the result and are not honoured:`;
  const list = [...alike].map(([what, lines]) => `  line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}: ${what}`);
  return [head, ...list].join("\n");
}
