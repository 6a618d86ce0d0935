/** A model of which a case takes little, and its study. */
export const MODEL =
  "{ noether: 1, system: { coordinates: [x], parameters: { k: 1 }, mass: 1, potential: k*x^2/2 }, start: { q: [1], v: [0] }, method: midpoint, time: { end: 1, step: 0.1 } }";

export const studyText = (vary: string, rest = "") =>
  `noether: 1\nname: Oscillators\nstudy:\n  model: ${MODEL}\n  vary: { ${vary} }\n${rest}`;
