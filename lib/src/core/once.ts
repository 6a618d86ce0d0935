/** Computed at the first call, and kept: for tables that most runs do not ask for. */
export function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
