/** A seeded stream of whole numbers (xorshift, 32 bits): orderings must come out the same every time. */
export type Random = (below: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export function shuffled(length: number, random: Random): Int32Array {
  const order = new Int32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  for (let i = length - 1; i > 0; i--) {
    const j = random(i + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  return order;
}
