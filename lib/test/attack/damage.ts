/** Damages to files: what transmission, disks, editors, tired people and attackers do to them. */
import type { Random } from "../hunt/random.js";

const text = (letters: string) => new TextEncoder().encode(letters);

/** What is put in the place of something else. */
const SCRAPS: readonly Uint8Array[] = [
  ...["", " ", "\n", "\r", "-", ".", "e", "NaN", "inf", "1e999", "-1", "0", "1000000000000", "9".repeat(30)].map(text),
  ...[
    ",",
    '"',
    "<",
    ">",
    "*",
    "$",
    "=",
    "\u0000",
    "é",
    "99999999",
    "4294967297",
    "0.5",
    "{",
    "[",
    "]",
    "&a",
    ": ",
    "- ",
  ].map(text),
  Uint8Array.of(0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf0, 0x7f),
  Uint8Array.of(0xff, 0xff, 0xff, 0x7f),
  Uint8Array.of(0, 0x10, 0xa5, 0xd4, 0xe8, 0, 0, 0),
];

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

const place = (bytes: Uint8Array, random: Random) => Math.floor(random.between(0, bytes.length + 1));

const cut: Damage = (bytes, random) => bytes.subarray(0, place(bytes, random));

const edit: Damage = (bytes, random) => {
  const at = place(bytes, random);
  return joined(bytes.subarray(0, at), random.pick(SCRAPS), bytes.subarray(at + Math.floor(random.between(0, 13))));
};

const flip: Damage = (bytes, random) => {
  const copy = bytes.slice();
  for (let k = 0; k < random.between(1, 5); k++) copy[place(bytes, random)] = Math.floor(random.between(0, 256));
  return copy.subarray(0, bytes.length);
};

const move: Damage = (bytes, random) => {
  const [a, b] = [place(bytes, random), place(bytes, random)].sort((x, y) => x - y);
  return joined(bytes.subarray(0, a), bytes.subarray(b), bytes.subarray(a, b));
};

const repeat: Damage = (bytes, random) => {
  const at = place(bytes, random);
  return joined(bytes.subarray(0, at + Math.floor(random.between(0, 200))), bytes.subarray(at));
};

/** A whole number is another one. */
const renumber: Damage = (bytes, random) => {
  const digits: number[] = [];
  bytes.forEach((byte, k) => {
    if (byte >= 48 && byte <= 57) digits.push(k);
  });
  if (digits.length === 0) return flip(bytes, random);
  const at = random.pick(digits);
  return joined(bytes.subarray(0, at), text(`${Math.floor(random.magnitude(0.1, 1e12))}`), bytes.subarray(at + 1));
};

const DAMAGES: readonly Damage[] = [cut, edit, edit, edit, flip, flip, flip, move, repeat, renumber, renumber];

/** One to three damages. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  let result = bytes;
  do result = random.pick(DAMAGES)(result, random);
  while (random.chance(0.25));
  return result;
}
