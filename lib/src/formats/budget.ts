/** What a file may make of itself. Formats have means to say much in few bytes: compression, ranges, sets of sets, instances of parts,
 *  one block of data named many times. Readers count what they are about to make, in bytes, before they make it; a file that makes
 *  more than a fixed multiple of its size, or more than there is memory for, is refused. */
import { InputError, type Place } from "../core/failure.js";

export interface Budget {
  /** Counts so many bytes more, of what the file calls `what`; refuses when there are too many. */
  spend(bytes: number, what: string, place?: Place): void;
}

/** Any file may make this much: small decks with many instances are honest. */
const FREE = 128 * 1024 * 1024;
/** And this many bytes for each of its own. Text makes 8 bytes of two; zlib makes up to 1032 of one, of nothing but zeros. */
export const MOST_EACH = 256;

/** For a file of so many bytes. `memory` is a bound in bytes beside that of the file. */
export function budgetFor(size: number, file?: string, memory = Number.POSITIVE_INFINITY): Budget {
  const own = FREE + MOST_EACH * size;
  let spent = 0;
  return {
    spend(bytes, what, place = {}) {
      spent += bytes;
      if (spent <= own && spent <= memory) return;
      const most = own <= memory ? `a file of ${size} bytes makes at most` : "the memory that may be used is";
      throw new InputError(
        `its ${what} would take more than ${amount(spent)}; ${most} ${amount(Math.min(own, memory))}`,
        {
          file,
          ...place,
        },
      );
    },
  };
}

/** Bytes in words: `3.2 GB`. */
export function amount(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${Math.ceil(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toPrecision(3)} GB`;
}
