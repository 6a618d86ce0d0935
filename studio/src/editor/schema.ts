/** The JSON Schema of model files, asked by the editor: what may stand at a path, and what it means. */

export interface Schema {
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
}

export interface Suggestion {
  readonly word: string;
  readonly meaning: string;
}

/** The schemas that may apply at a path. `name` is the method that the file names: the settings are then its own. */
function schemasAt(root: Schema, path: readonly string[], name: string | null = null): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((schema) => alternatives(schema, name).flatMap((each) => below(each, key))),
    [root],
  );
}

function below({ properties, additionalProperties }: Schema, key: string): Schema[] {
  const own = properties?.[key];
  if (own !== undefined) return [own];
  return typeof additionalProperties === "object" ? [additionalProperties] : [];
}

/** Items of lists stand for their lists. */
function alternatives(schema: Schema, name: string | null): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const all = choices.flatMap((each) => alternatives(each, name));
    const named = all.filter(({ properties }) => properties?.["name"]?.enum?.includes(name) === true);
    return named.length > 0 ? named : all;
  }
  return schema.items === undefined ? [schema] : alternatives(schema.items, name);
}

export function keysAt(root: Schema, path: readonly string[], name: string | null): Suggestion[] {
  const found = new Map<string, string>();
  for (const schema of schemasAt(root, path, name).flatMap((each) => alternatives(each, name))) {
    for (const [word, { description = "" }] of Object.entries(schema.properties ?? {})) {
      if (!found.has(word)) found.set(word, description);
    }
  }
  return [...found].map(([word, meaning]) => ({ word, meaning }));
}

export function valuesAt(root: Schema, path: readonly string[]): Suggestion[] {
  const found = new Map<string, string>();
  for (const schema of schemasAt(root, path).flatMap((each) => alternatives(each, null))) {
    for (const value of schema.enum ?? [])
      if (!found.has(String(value))) found.set(String(value), schema.description ?? "");
  }
  return [...found].map(([word, meaning]) => ({ word, meaning }));
}

/** What a key means. */
export function meaningOf(root: Schema, path: readonly string[], name: string | null): string | null {
  const meanings = new Set(schemasAt(root, path, name).flatMap(({ description }) => description ?? []));
  return meanings.size === 0 ? null : [...meanings].slice(0, 4).join("\n");
}
