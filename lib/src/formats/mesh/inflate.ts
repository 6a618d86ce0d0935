/** Data compressed by zlib: RFC 1950 around RFC 1951. Here rather than by the platform's stream, because that is only to be had
 *  asynchronously, and a reader of files should not be asynchronous for the sake of one format. */

/** The data, or null when it is damaged or is not `size` bytes long. */
export function inflate(bytes: Uint8Array, size: number): Uint8Array | null {
  // Deflate makes at most 1032 bytes of one: a size beyond that is refused before it is allocated.
  if (bytes.length < 6 || size > 1032 * bytes.length) return null;
  const header = bytes[0] * 256 + bytes[1];
  if ((bytes[0] & 15) !== 8 || header % 31 !== 0 || (bytes[1] & 32) !== 0) return null;
  const out = new Uint8Array(size);
  const end = inflateRaw(bytes, 2, out);
  if (end < 0 || end + 4 > bytes.length) return null;
  const sum = ((bytes[end] << 24) | (bytes[end + 1] << 16) | (bytes[end + 2] << 8) | bytes[end + 3]) >>> 0;
  return sum === adler32(out) ? out : null;
}

export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let k = 0; k < bytes.length; ) {
    // The sums stay below 2^32 over so many bytes.
    const end = Math.min(bytes.length, k + 5552);
    for (; k < end; k++) {
      a += bytes[k];
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return b * 65_536 + a;
}

interface Bits {
  readonly bytes: Uint8Array;
  at: number;
  /** Bits read from the bytes and not used yet, the lowest first. */
  held: number;
  count: number;
}

/** -1 at the end of the data. */
function take(bits: Bits, count: number): number {
  while (bits.count < count) {
    if (bits.at >= bits.bytes.length) return -1;
    bits.held |= bits.bytes[bits.at++] << bits.count;
    bits.count += 8;
  }
  const value = bits.held & ((1 << count) - 1);
  bits.held >>>= count;
  bits.count -= count;
  return value;
}

/** A canonical code: how many codes there are of each length, and their symbols in order. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** Null when the lengths promise more codes than there are. */
function codeOf(lengths: Uint8Array): Code | null {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  let room = 1;
  for (let length = 1; length < 16; length++) {
    room = 2 * room - counts[length];
    if (room < 0) return null;
  }
  const first = new Uint16Array(16);
  for (let length = 1; length < 15; length++) first[length + 1] = first[length] + counts[length];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[first[length]++] = symbol;
  });
  counts[0] = 0;
  return { counts, symbols };
}

/** The next symbol, bit after bit; -1 where there is none. */
function decode(bits: Bits, { counts, symbols }: Code): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length < 16; length++) {
    if (bits.count === 0) {
      if (bits.at >= bits.bytes.length) return -1;
      bits.held = bits.bytes[bits.at++];
      bits.count = 8;
    }
    code |= bits.held & 1;
    bits.held >>>= 1;
    bits.count--;
    const count = counts[length];
    if (code - count < first) return symbols[index + (code - first)];
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -1;
}

const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = Array.from({ length: 30 }, (_, k) => (k < 4 ? k + 1 : 1 + ((2 + (k % 2)) << ((k >> 1) - 1))));
const DISTANCE_BITS = Array.from({ length: 30 }, (_, k) => (k < 4 ? 0 : (k >> 1) - 1));
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Fills `out` from `at` on; returns where the data ends, -1 when it is damaged or not as long as `out`. */
function inflateRaw(bytes: Uint8Array, at: number, out: Uint8Array): number {
  const bits: Bits = { bytes, at, held: 0, count: 0 };
  let end = 0;
  for (let last = 0; last !== 1; ) {
    last = take(bits, 1);
    const kind = take(bits, 2);
    if (last < 0 || kind < 0 || kind === 3) return -1;
    if (kind === 0) end = stored(bits, out, end);
    else {
      const codes = kind === 1 ? FIXED : described(bits);
      end = codes === null ? -1 : compressed(bits, out, end, codes);
    }
    if (end < 0) return -1;
  }
  return end === out.length ? bits.at - (bits.count >> 3) : -1;
}

function stored(bits: Bits, out: Uint8Array, end: number): number {
  bits.at -= bits.count >> 3;
  bits.held = 0;
  bits.count = 0;
  const { bytes, at } = bits;
  if (at + 4 > bytes.length) return -1;
  const length = bytes[at] + 256 * bytes[at + 1];
  const check = bytes[at + 2] + 256 * bytes[at + 3];
  if (length + check !== 65_535 || at + 4 + length > bytes.length || end + length > out.length) return -1;
  out.set(bytes.subarray(at + 4, at + 4 + length), end);
  bits.at = at + 4 + length;
  return end + length;
}

interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

const FIXED: Codes = {
  literals: codeOf(Uint8Array.from({ length: 288 }, (_, k) => (k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8))) as Code,
  distances: codeOf(new Uint8Array(30).fill(5)) as Code,
};

function described(bits: Bits): Codes | null {
  const [literals, distances, count] = [take(bits, 5) + 257, take(bits, 5) + 1, take(bits, 4) + 4];
  if (literals > 286 || distances > 30 || count < 4) return null;
  const own = new Uint8Array(19);
  for (let k = 0; k < count; k++) {
    const length = take(bits, 3);
    if (length < 0) return null;
    own[ORDER[k]] = length;
  }
  const code = codeOf(own);
  if (code === null) return null;
  const lengths = new Uint8Array(literals + distances);
  for (let k = 0; k < lengths.length; ) {
    const symbol = decode(bits, code);
    if (symbol < 0) return null;
    if (symbol < 16) {
      lengths[k++] = symbol;
      continue;
    }
    if (symbol === 16 && k === 0) return null;
    const value = symbol === 16 ? lengths[k - 1] : 0;
    const more = symbol === 16 ? take(bits, 2) : symbol === 17 ? take(bits, 3) : take(bits, 7);
    const repeat = more + (symbol === 18 ? 11 : 3);
    if (more < 0 || k + repeat > lengths.length) return null;
    lengths.fill(value, k, k + repeat);
    k += repeat;
  }
  const [a, b] = [codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals))];
  return a === null || b === null ? null : { literals: a, distances: b };
}

function compressed(bits: Bits, out: Uint8Array, from: number, { literals, distances }: Codes): number {
  let end = from;
  for (;;) {
    const symbol = decode(bits, literals);
    if (symbol < 0 || symbol > 285) return -1;
    if (symbol === 256) return end;
    if (symbol < 256) {
      if (end >= out.length) return -1;
      out[end++] = symbol;
      continue;
    }
    const extra = take(bits, LENGTH_BITS[symbol - 257]);
    const code = decode(bits, distances);
    if (extra < 0 || code < 0 || code > 29) return -1;
    const far = take(bits, DISTANCE_BITS[code]);
    const length = LENGTHS[symbol - 257] + extra;
    const back = DISTANCES[code] + far;
    if (far < 0 || back > end || end + length > out.length) return -1;
    for (let k = 0; k < length; k++, end++) out[end] = out[end - back];
  }
}
