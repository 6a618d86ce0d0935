/** Data compressed by zlib (RFC 1950), into a block whose size is known: nothing grows beyond it. */
import { unzlibSync } from "fflate/browser";

/** The data, or null when it is damaged or is not `size` bytes long. */
export function inflate(bytes: Uint8Array, size: number): Uint8Array | null {
  // Deflate makes at most 1032 bytes of one: a size beyond that is refused before it is allocated.
  if (bytes.length < 6 || size > 1032 * bytes.length) return null;
  const found = unpacked(bytes, new Uint8Array(size));
  if (found?.length !== size) return null;
  const end = bytes.length - 4;
  const sum = ((bytes[end] << 24) | (bytes[end + 1] << 16) | (bytes[end + 2] << 8) | bytes[end + 3]) >>> 0;
  // The library does not look at the checksum, and leaves out what does not fit; either shows here.
  return sum === adler32(found) ? found : null;
}

function unpacked(bytes: Uint8Array, out: Uint8Array): Uint8Array | null {
  try {
    return unzlibSync(bytes, { out });
  } catch {
    return null;
  }
}

function adler32(bytes: Uint8Array): number {
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
