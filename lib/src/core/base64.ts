/** Base64, in which kernels are kept; the language itself has no decoder. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Uint8Array(128);
for (let k = 0; k < DIGITS.length; k++) VALUES[DIGITS.charCodeAt(k)] = k;

export function bytesOf(text: string): Uint8Array {
  const length = text.replace(/=+$/, "").length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let count = 0;
  let end = 0;
  for (let k = 0; k < length; k++) {
    bits = (bits << 6) | VALUES[text.charCodeAt(k)];
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[end++] = (bits >> count) & 255;
  }
  return bytes;
}
