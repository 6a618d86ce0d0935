/** Base64 as VTK writes it: blanks anywhere, and several encodings one behind the other, each with its own filling at the end. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Int8Array(256).fill(-1);
for (let k = 0; k < DIGITS.length; k++) VALUES[DIGITS.charCodeAt(k)] = k;
const FILLING = 61;
const SPACE = 32;

export interface Base64Reader {
  /** The next `count` bytes; null when the text ends before or is no base64. */
  take(count: number): Uint8Array | null;
}

export function base64Reader(text: Uint8Array, from: number, end: number): Base64Reader {
  let at = from;
  const group = new Uint8Array(3);
  let held = 0;
  let used = 0;

  /** Four letters, three bytes; fewer where filled up. */
  const next = (): boolean => {
    let bits = 0;
    let letters = 0;
    let filling = 0;
    while (letters + filling < 4) {
      if (at >= end) return false;
      const letter = text[at++];
      if (letter <= SPACE) continue;
      if (letter === FILLING) {
        filling++;
        bits <<= 6;
        continue;
      }
      const value = VALUES[letter];
      if (value < 0 || filling > 0) return false;
      bits = (bits << 6) | value;
      letters++;
    }
    held = 3 - filling;
    used = 0;
    group[0] = bits >> 16;
    group[1] = bits >> 8;
    group[2] = bits;
    return held > 0;
  };

  return {
    take(count) {
      // What is left of the text bounds what can be decoded, before anything is allocated.
      if (count > held - used + Math.ceil((3 * (end - at)) / 4)) return null;
      const out = new Uint8Array(count);
      for (let k = 0; k < count; k++) {
        if (used === held && !next()) return null;
        out[k] = group[used++];
      }
      return out;
    },
  };
}
