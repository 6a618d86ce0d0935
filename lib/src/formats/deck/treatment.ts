/** What is done with the cards of a deck, as data: a card or a parameter is honoured, has no effect on the result, or is refused because
 *  it changes the result and is not honoured. What a table does not name is refused, too. */

export type Effect = "honoured" | "no effect" | "refused";

export interface Treatment {
  readonly effect: Effect;
  /** How it is honoured, why it has no effect, or what it does and what would be needed. */
  readonly why: string;
}

export interface ParameterTreatment extends Treatment {
  /** The values that this is true of, the whole of one, in capitals; others are refused. Absent: every value. */
  readonly values?: RegExp;
}

export interface CardTreatment extends Treatment {
  /** Of an honoured card: those that it may have. */
  readonly parameters?: Readonly<Record<string, ParameterTreatment>>;
}

export type Treatments = Readonly<Record<string, CardTreatment>>;

export const honoured = (why: string, parameters: CardTreatment["parameters"] = {}): CardTreatment => ({
  effect: "honoured",
  why,
  parameters,
});
export const without = (why: string): CardTreatment => ({ effect: "no effect", why });
export const refused = (why: string): CardTreatment => ({ effect: "refused", why });

/** A parameter with any value. */
export const taken = (why: string, values?: RegExp): ParameterTreatment => ({
  effect: "honoured",
  why,
  ...(values === undefined ? {} : { values }),
});
export const passed = (why: string, values?: RegExp): ParameterTreatment => ({
  effect: "no effect",
  why,
  ...(values === undefined ? {} : { values }),
});

/** Names with commas between them. */
export const namesIn = (text: string): string[] => text.split(/,\s+/);

/** The same for several names. */
export const each = (names: string, treatment: CardTreatment): Record<string, CardTreatment> =>
  Object.fromEntries(namesIn(names).map((name) => [name, treatment]));
