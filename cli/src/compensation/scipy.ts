/** A NumPy and SciPy script that integrates the exported files: a solver where there is no other, and a check of the files. */
import type { Exported } from "./exported.js";

export function scipyScript({ h, steps, beta, gamma, damping, loads }: Exported): string {
  return `"""Newmark's method, beta = ${beta}, gamma = ${gamma}, on the compensated system of this folder.
Writes newmark.csv: time and the displacements of all coordinates. Needs NumPy and SciPy."""
import os

import numpy as np
from scipy.io import mmread
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import splu

here = os.path.dirname(os.path.abspath(__file__))
read = lambda name: csc_matrix(mmread(os.path.join(here, name)))
h, steps, beta, gamma = ${h}, ${steps}, ${beta}, ${gamma}
M, K = read("M.mtx"), read("K.mtx")
C = ${damping === null ? "csc_matrix(M.shape)" : 'read("C.mtx")'}
start = np.genfromtxt(os.path.join(here, "start.csv"), delimiter=",", skip_header=1, usecols=(1, 2), ndmin=2)
q, v = start[:, 0].copy(), start[:, 1].copy()
F = ${
    loads === null
      ? "np.zeros((steps + 1, len(q)))"
      : 'np.genfromtxt(os.path.join(here, "load.csv"), delimiter=",", skip_header=1, ndmin=2)[:, 1:]'
  }

a = splu(M).solve(F[0] - C @ v - K @ q)
effective = splu(csc_matrix(M + gamma * h * C + beta * h * h * K))
rows = [[0.0, *q]]
for n in range(1, steps + 1):
    q += h * v + h * h * (0.5 - beta) * a
    v += h * (1 - gamma) * a
    a = effective.solve(F[n] - C @ v - K @ q)
    q += beta * h * h * a
    v += gamma * h * a
    rows.append([n * h, *q])
np.savetxt(os.path.join(here, "newmark.csv"), rows, delimiter=",", fmt="%.17g")
`;
}
