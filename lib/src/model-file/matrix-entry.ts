/** Matrices in a model file: a number, a list, rows, or a Matrix Market file. */
import type { Matrix } from "../core/matrix.js";
import { readMatrixMarket } from "../formats/matrix-market.js";
import { fromDiagonal, fromRows } from "../linalg/matrix.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";

/** `size` is what the matrix must have; null takes what is there, and then a single number is no matrix. */
export function matrixAt(entry: Entry, files: Files, size: number | null): Matrix {
  const matrix = entry.blamed(() => given(entry, files, size));
  const found = matrix.pattern.size;
  if (size !== null && found !== size) {
    const shape = entry.isList() && !entry.at(0).isList() ? `${found} numbers` : `${found} rows`;
    throw entry.error(`found ${shape} for ${size} coordinates; give one for each`);
  }
  return matrix;
}

function given(entry: Entry, files: Files, size: number | null): Matrix {
  if (entry.isMap()) {
    const name = entry.at("file");
    return readMatrixMarket(files.text(name), { file: name.text() }).matrix;
  }
  if (!entry.isList()) return fromDiagonal(new Float64Array(size ?? 1).fill(entry.number()));
  const items = entry.items();
  if (items.length === 0) throw entry.error("the list is empty; accepted: one number or one row for each coordinate");
  if (!items[0].isList()) return fromDiagonal(entry.numbers());
  return fromRows(
    items.map((row) => {
      const numbers = row.numbers();
      if (numbers.length !== items.length) {
        throw row.error(
          `found ${numbers.length} numbers; a matrix of ${items.length} rows has ${items.length} in each`,
        );
      }
      return numbers;
    }),
  );
}
