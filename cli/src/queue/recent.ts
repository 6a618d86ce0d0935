/** The few values that were used last. */
export interface Recent<V> {
  /** The value of a name, made if it is not there; the one that was not used for the longest time makes room. */
  get(name: string, make: () => V): V;
  delete(name: string): void;
}

export function recent<V>(most: number): Recent<V> {
  const values = new Map<string, V>();
  return {
    get(name, make) {
      const value = values.has(name) ? (values.get(name) as V) : make();
      values.delete(name);
      values.set(name, value);
      for (const old of [...values.keys()].slice(0, -most)) values.delete(old);
      return value;
    },
    delete: (name) => void values.delete(name),
  };
}
