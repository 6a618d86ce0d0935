/** The atoms by hand in JavaScript: half a list of neighbours from cells, with the image of each partner, as in w2.c; all pairs in the plane. */
import { cpuSeconds } from "../line.js";
import { COMPARED, type Outcome, type Start, sampleOf, starts } from "./problem.js";

type Vec = Float64Array;
/** Forces into f; returns the energy where it is wanted. */
type Forces = (q: Vec, f: Vec, wantsEnergy: boolean) => number;

const SURPLUS = 0.4;

const inPlane: Forces = (q, f, wantsEnergy) => {
  let energy = 0;
  f.fill(0);
  for (let i = 0; i < q.length; i += 2) {
    for (let j = i + 2; j < q.length; j += 2) {
      const x = q[i]! - q[j]!;
      const y = q[i + 1]! - q[j + 1]!;
      const w = 1 / (x * x + y * y);
      const c = w * w * w;
      const g = 24 * c * (2 * c - 1) * w;
      if (wantsEnergy) energy += 4 * c * (c - 1);
      f[i]! += g * x;
      f[i + 1]! += g * y;
      f[j]! -= g * x;
      f[j + 1]! -= g * y;
    }
  }
  return energy;
};

function inBox({ side, cutoff, q: { length } }: Start): Forces {
  const n = length / 3;
  // There is no list yet.
  const made = new Float64Array(length).fill(1e100);
  const first = new Int32Array(n + 1);
  let partner = new Int32Array(64 * n);
  let image = new Int8Array(64 * n);
  const shifts = Float64Array.from({ length: 81 }, (_, k) => side * ((Math.floor(k / 3 / 3 ** (k % 3)) % 3) - 1));

  const hasMoved = (q: Vec): boolean => {
    let most = 0;
    let next = 0;
    for (let i = 0; i < length; i += 3) {
      const x = q[i]! - made[i]!;
      const y = q[i + 1]! - made[i + 1]!;
      const z = q[i + 2]! - made[i + 2]!;
      const square = x * x + y * y + z * z;
      if (square > most) {
        next = most;
        most = square;
      } else if (square > next) next = square;
    }
    return Math.sqrt(most) + Math.sqrt(next) >= SURPLUS;
  };

  const limit = cutoff * cutoff;
  const reach = cutoff + SURPLUS;
  const m = Math.floor((2 * side) / reach);
  const starts = new Int32Array(m ** 3 + 1);
  const fill = new Int32Array(m ** 3);
  const [cell, turn] = [new Int32Array(length), new Int32Array(length)];
  const [inside, sorted] = [new Float64Array(length), new Float64Array(length)];
  const who = new Int32Array(n);
  const cellAt = (i: number) => (cell[i + 2]! * m + cell[i + 1]!) * m + cell[i]!;

  const makeList = (q: Vec): void => {
    made.set(q);
    starts.fill(0);
    for (let i = 0; i < length; i++) {
      turn[i] = Math.floor(q[i]! / side);
      inside[i] = q[i]! - side * turn[i]!;
      cell[i] = Math.min(m - 1, Math.floor((inside[i]! / side) * m));
    }
    for (let i = 0; i < length; i += 3) starts[cellAt(i) + 1]!++;
    for (let c = 0; c < m ** 3; c++) {
      starts[c + 1]! += starts[c]!;
      fill[c] = starts[c]!;
    }
    for (let i = 0; i < n; i++) {
      const k = fill[cellAt(3 * i)]!++;
      who[k] = i;
      for (let a = 0; a < 3; a++) sorted[3 * k + a] = inside[3 * i + a]!;
    }
    let end = 0;
    for (let i = 0; i < n; i++) {
      first[i] = end;
      if (end + 2000 > partner.length) {
        const [longer, images] = [new Int32Array(2 * partner.length), new Int8Array(2 * partner.length)];
        longer.set(partner);
        images.set(image);
        [partner, image] = [longer, images];
      }
      const x = cell[3 * i]!;
      const y = cell[3 * i + 1]!;
      const z = cell[3 * i + 2]!;
      for (let c = z - 2; c <= z + 2; c++) {
        const w = c < 0 ? -1 : c < m ? 0 : 1;
        for (let b = y - 2; b <= y + 2; b++) {
          const v = b < 0 ? -1 : b < m ? 0 : 1;
          for (let a = x - 2; a <= x + 2; ) {
            // Cells side by side, up to where the box ends.
            const u = a < 0 ? -1 : a < m ? 0 : 1;
            const stop = Math.min(x + 2, (u + 1) * m - 1);
            const row = ((c - w * m) * m + b - v * m) * m - u * m;
            const beyond = starts[row + stop + 1]!;
            const px = inside[3 * i]! - u * side;
            const py = inside[3 * i + 1]! - v * side;
            const pz = inside[3 * i + 2]! - w * side;
            for (let k = starts[row + a]!; k < beyond; k++) {
              const dx = px - sorted[3 * k]!;
              const dy = py - sorted[3 * k + 1]!;
              const dz = pz - sorted[3 * k + 2]!;
              const j = who[k]!;
              if (j <= i || dx * dx + dy * dy + dz * dz >= reach * reach) continue;
              const s = u + turn[3 * i]! - turn[3 * j]! + 1;
              const t = v + turn[3 * i + 1]! - turn[3 * j + 1]! + 1;
              const r = w + turn[3 * i + 2]! - turn[3 * j + 2]! + 1;
              partner[end] = j;
              image[end++] = 9 * r + 3 * t + s;
            }
            a = stop + 1;
          }
        }
      }
    }
    first[n] = end;
  };

  return (q, f, wantsEnergy) => {
    if (hasMoved(q)) makeList(q);
    let energy = 0;
    f.fill(0);
    for (let i = 0; i < n; i++) {
      const x = q[3 * i]!;
      const y = q[3 * i + 1]!;
      const z = q[3 * i + 2]!;
      let fx = 0;
      let fy = 0;
      let fz = 0;
      const end = first[i + 1]!;
      for (let k = first[i]!; k < end; k++) {
        const j = 3 * partner[k]!;
        const s = 3 * image[k]!;
        const dx = x - q[j]! - shifts[s]!;
        const dy = y - q[j + 1]! - shifts[s + 1]!;
        const dz = z - q[j + 2]! - shifts[s + 2]!;
        const r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= limit) continue;
        const w = 1 / r2;
        const c = w * w * w;
        const g = 24 * c * (2 * c - 1) * w;
        if (wantsEnergy) energy += 4 * c * (c - 1);
        fx += g * dx;
        fy += g * dy;
        fz += g * dz;
        f[j]! -= g * dx;
        f[j + 1]! -= g * dy;
        f[j + 2]! -= g * dz;
      }
      f[3 * i]! += fx;
      f[3 * i + 1]! += fy;
      f[3 * i + 2]! += fz;
    }
    return energy;
  };
}

export function measureLoop(id: string, steps: number): Outcome {
  const start = starts[id]!();
  const { step: h } = start;
  const forces = start.dimension === 2 ? inPlane : inBox(start);
  const [q, v, f] = [start.q.slice(), start.v.slice(), new Float64Array(start.q.length)];
  const potential = forces(q, f, true);
  const kinetic = () => v.reduce((sum, x) => sum + (x * x) / 2, 0);
  const before = potential + kinetic();
  const advance = (count: number): void => {
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < q.length; i++) {
        v[i]! += (h / 2) * f[i]!;
        q[i]! += h * v[i]!;
      }
      forces(q, f, false);
      for (let i = 0; i < q.length; i++) v[i]! += (h / 2) * f[i]!;
    }
  };
  advance(COMPARED);
  const sample = sampleOf(q);
  advance(Math.max(0, Math.ceil(steps / 4) - COMPARED));
  const seconds = cpuSeconds(() => advance(steps));
  return {
    steps,
    seconds,
    potential: (potential * start.dimension) / q.length,
    sample,
    energyError: Math.abs((forces(q, f, true) + kinetic() - before) / before),
  };
}
