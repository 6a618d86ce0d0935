/** SHA-256 [national2015], here because a page and a library without Node have it only as a promise. Its constants are the fractions of the square
 *  and cube roots of the first primes. */

const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);

/** The first 32 bits behind the point of the root of a whole number, by whole numbers alone: floor(root(n) 2³²) mod 2³². */
function fraction(n: number, power: 2n | 3n): number {
  const target = BigInt(n) << (32n * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= target) low = middle;
    else high = middle;
  }
  return Number(BigInt.asUintN(32, low));
}

const START = Uint32Array.from(primes.slice(0, 8), (p) => fraction(p, 2n));
const ROUND = Uint32Array.from(primes.slice(0, 64), (p) => fraction(p, 3n));

const rotated = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** In 64 hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const hash = START.slice();
  const words = new Uint32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) mix(hash, words, block, at);
  // A one, zeros, and the number of bits fill up the last block.
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest < 56 ? 64 : 128);
  last.set(bytes.subarray(whole));
  last[rest] = 0x80;
  const tail = new DataView(last.buffer);
  tail.setUint32(last.length - 8, Math.floor(bytes.length / 2 ** 29));
  tail.setUint32(last.length - 4, bytes.length << 3);
  for (let at = 0; at < last.length; at += 64) mix(hash, words, tail, at);
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Of a text, in UTF-8. */
export const sha256OfText = (text: string): string => sha256(new TextEncoder().encode(text));

function mix(hash: Uint32Array, w: Uint32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  hash[0] += a;
  hash[1] += b;
  hash[2] += c;
  hash[3] += d;
  hash[4] += e;
  hash[5] += f;
  hash[6] += g;
  hash[7] += h;
}
