/** Motion along faces of the grid.
 *
 *  Where coordinates have equal heights and equal speeds, the motion is on a face and along it, and the acceleration is not that of one
 *  simplex. It is one that Filippov's convex set of all of them around allows [filippov1988], M a ∈ f − ∂V_h, and that leads where it is the one:
 *  f − M a has to be the greatest of ∂V_h in the direction of a. That says that f − M a is the point of ∂V_h next to f, so that
 *
 *      a = the element of least ½ aᵀM a of M⁻¹(f − ∂V_h)          Gauss' principle of least constraint
 *
 *  which exists once. ∂V_h has a corner for every simplex around the point; the one farthest in a direction is the simplex that a start with this
 *  acceleration moves into, whatever the triangulation (exactly so where V_h is convex there; over a ridge it is a simplex that the motion
 *  can leave by). Coordinates whose accelerations come out equal stay together. Who they are is then decided without tolerances: in
 *  the order of the accelerations, neighbours of which the upper one falls behind are joined until none does. A group moves as one
 *  body, a = Σ(f h − G)/Σ(m h²); one that contains a wall of the grid rests. An equilibrium is a group of all.
 *
 *  All coordinates are kept at one time, and every event looks at all of them: exact, and as slow as that. */
import type { Work } from "../../core/method.js";
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { emptyCell, type Grid, leaveBox, locate } from "./grid.js";
import { leastNorm } from "./least-norm.js";
import type { Motion, Start } from "./motion.js";
import { firstExit, UNSEEN } from "./roots.js";
import { localSurface, wholeSurface } from "./surface.js";

export interface Sliding extends Pick<Motion, "step" | "at" | "memory"> {
  /** From here; false if nothing slides, and `lean` says how the motion goes on. */
  enter(t: number, q: Vec, v: Vec, force: Vec): boolean;
  /** When the present accelerations began. */
  time(): number;
  /** Does something slide? If not, any form of the motion can go on. */
  readonly slides: () => boolean;
  /** The accelerations, in boxes. */
  readonly lean: Vec;
}

const [TIME, TAKEN, GAP, GROUPS, IDLE] = [0, 1, 2, 3, 4];

export function slidingMotion({ problem }: Start, grid: Grid, terms: LocalTerms | null, work: Work): Sliding {
  const { system } = problem;
  const { dof: d, spacing, origin, triangulation } = grid;
  const mass = system.mass.diagonal ?? new Float64Array(d);
  const inertia = mass.map((m, j) => m * spacing[j] * spacing[j]);
  const control = new Float64Array(5);
  // Of every coordinate its box, height, speed and acceleration in it, the force; and the beads from above, as on the ring.
  const cell = emptyCell(d);
  const { base, side, y } = cell;
  const w = new Float64Array(d);
  const a = new Float64Array(d);
  const force = new Float64Array(d);
  const bead = new Float64Array(d + 1);
  const group = new Float64Array(d);
  const place = new Float64Array(d + 1);
  const ring = { bead, place };
  const surface =
    terms === null ? wholeSurface(system.potential, grid, cell, ring) : localSurface(terms, grid, cell, ring);
  const lean = new Float64Array(d);
  const slope = new Float64Array(d);

  /** Coordinates on a wall go to the side that they move to, with speed w or acceleration `lean`; then all are in order. */
  const arrange = () => {
    for (let j = 0; j < d; j++) {
      const upwards = y[j] >= 1;
      if (!upwards && y[j] > 0) continue;
      const direction = w[j] !== 0 ? w[j] : side[j] * lean[j];
      if (upwards ? direction <= 0 : direction >= 0) {
        y[j] = upwards ? 1 : 0;
        continue;
      }
      if (leaveBox(triangulation, cell, j, upwards)) w[j] = -w[j];
      else y[j] = upwards ? 0 : 1;
    }
    const order = Array.from({ length: d }, (_, j) => j).sort(
      (i, j) => y[j] - y[i] || w[j] - w[i] || side[j] * lean[j] - side[i] * lean[i] || i - j,
    );
    [d, ...order].forEach((j, s) => {
      bead[s] = j;
      place[j] = s;
    });
    for (let s = 0; s <= d; s++) surface.renew(s);
    for (let j = 0; j < d; j++) slope[j] = side[j] * force[j] * spacing[j] - surface.slope(j);
    work.gradients += d;
  };

  /** Corner of the set of accelerations in direction x, both times the roots of the inertias. */
  const corner = (x: Vec): Vec => {
    for (let j = 0; j < d; j++) lean[j] = x[j] / Math.sqrt(inertia[j]);
    arrange();
    return slope.map((push, j) => (side[j] * push) / Math.sqrt(inertia[j]));
  };

  /** Speeds whose difference could not open a gap that is seen are equal; next to a wall, zero. */
  const equalise = () => {
    const unseen = (difference: number, i: number, j: number) =>
      difference * difference <= 4 * UNSEEN * (Math.abs(slope[i] / inertia[i]) + Math.abs(slope[j] / inertia[j]));
    for (let s = 1; s <= d; ) {
      let [momentum, weight, end] = [0, 0, s];
      for (; end <= d; end++) {
        const [i, j] = [bead[end - 1] | 0, bead[end] | 0];
        if (end > s && !(y[i] === y[j] && unseen(w[i] - w[j], i, j))) break;
        momentum += inertia[j] * w[j];
        weight += inertia[j];
      }
      const first = bead[s] | 0;
      const resting = (y[first] === 0 || y[first] === 1) && unseen(w[first], first, first);
      for (let k = s; k < end; k++) if (resting || end > s + 1) w[bead[k]] = resting ? 0 : momentum / weight;
      s = end;
    }
  };

  /** Joins neighbours that would collide, from above: a list of groups by where they begin, with their pushes and inertias. */
  const join = () => {
    const begins: number[] = [];
    const pushes: number[] = [];
    const inertias: number[] = [];
    const tied = (i: number, j: number) => {
      if (i === d) return y[j] === 1 && w[j] === 0;
      return j === d ? y[i] === 0 && w[i] === 0 : y[i] === y[j] && w[i] === w[j];
    };
    const rate = (k: number) => (inertias[k] === Number.POSITIVE_INFINITY ? 0 : pushes[k] / inertias[k]);
    control[GROUPS] = 0;
    // The marker is the ceiling above all and the floor below them: what is joined to it rests.
    for (let s = 0; s <= d + 1; s++) {
      const j = bead[s % (d + 1)] | 0;
      begins.push(s);
      pushes.push(j === d ? 0 : slope[j]);
      inertias.push(j === d ? Number.POSITIVE_INFINITY : inertia[j]);
      for (let k = begins.length - 1; k > 0; k--) {
        const last = bead[(begins[k] - 1) % (d + 1)] | 0;
        if (!tied(last, bead[begins[k] % (d + 1)] | 0) || rate(k - 1) >= rate(k)) break;
        pushes[k - 1] += pushes[k];
        inertias[k - 1] += inertias[k];
        begins.pop();
        pushes.pop();
        inertias.pop();
        control[GROUPS]++;
      }
    }
    begins.forEach((begin, k) => {
      const end = k + 1 < begins.length ? begins[k + 1] : d + 2;
      for (let s = begin; s < end; s++) {
        const j = bead[s % (d + 1)] | 0;
        if (j === d) continue;
        a[j] = rate(k);
        group[j] = k;
      }
    });
  };

  /** The accelerations from here on; false if the potential is not finite. */
  const settle = (): boolean => {
    lean.fill(0);
    arrange();
    if (!slope.every(Number.isFinite)) return false;
    equalise();
    arrange();
    const first = slope.map((push, j) => (side[j] * push) / Math.sqrt(inertia[j]));
    corner(leastNorm(first, corner));
    if (!slope.every(Number.isFinite)) return false;
    join();
    for (let j = 0; j < d; j++) lean[j] = side[j] * a[j];
    return true;
  };

  /** The next gap to close, number s between beads s and s + 1, and when. */
  const predict = () => {
    let least = Number.POSITIVE_INFINITY;
    control[GAP] = -1;
    for (let s = 0; s <= d; s++) {
      const u = bead[s] | 0;
      const l = bead[s === d ? 0 : s + 1] | 0;
      if (u !== d && l !== d && group[u] === group[l]) continue;
      const [yu, wu, au] = u === d ? [1, 0, 0] : [y[u], w[u], a[u]];
      const [yl, wl, al] = l === d ? [0, 0, 0] : [y[l], w[l], a[l]];
      const exit = firstExit(yu - yl, wu - wl, (au - al) / 2);
      if (exit < least) {
        least = exit;
        control[GAP] = s;
      }
    }
    control[TAKEN] = least;
  };

  /** The gap closes: its groups have one height, exactly. */
  const meet = () => {
    const dt = control[TAKEN];
    for (let j = 0; j < d; j++) {
      y[j] += dt * (w[j] + (dt / 2) * a[j]);
      w[j] += dt * a[j];
    }
    control[IDLE] = control[TIME] + dt > control[TIME] ? 0 : control[IDLE] + 1;
    control[TIME] += dt;
    const s = control[GAP];
    const u = bead[s] | 0;
    const l = bead[s === d ? 0 : s + 1] | 0;
    // What rests on a wall stays there.
    const fixed = l !== d && w[l] === 0 && a[l] === 0;
    const [mover, height] = u === d ? [l, 1] : l === d ? [u, 0] : fixed ? [u, y[l]] : [l, y[u]];
    for (let j = 0; j < d; j++) if (group[j] === group[mover]) y[j] = height;
  };

  return {
    memory: [control, base, side, y, w, a, force, bead, place, group, lean, ...surface.memory],
    lean,
    time: () => control[TIME],
    slides: () => control[GROUPS] > 0,
    enter(t, q, v, forceNow) {
      control[TIME] = t;
      control[GAP] = -1;
      control[IDLE] = 0;
      force.set(forceNow);
      locate(grid, q, v, cell);
      for (let j = 0; j < d; j++) w[j] = (side[j] * v[j]) / spacing[j];
      return settle() && control[GROUPS] > 0;
    },
    step(clock, limit) {
      if (control[GAP] >= 0) {
        const mover = bead[control[GAP]] === d ? bead[control[GAP] + 1] : bead[control[GAP]];
        meet();
        if (!settle()) return { kind: "not-finite", dof: mover, term: "potential" };
        // Coordinates that meet with different speeds pass each other once.
        if (control[IDLE] > (d + 1) * (d + 1)) return { kind: "sliding", dof: mover };
      }
      predict();
      clock.t = control[GAP] < 0 ? limit : control[TIME] + control[TAKEN];
      return null;
    },
    at(t, qOut, vOut) {
      const dt = t - control[TIME];
      for (let j = 0; j < d; j++) {
        qOut[j] = origin[j] + spacing[j] * (base[j] + side[j] * (y[j] + dt * (w[j] + (dt / 2) * a[j])));
        vOut[j] = spacing[j] * side[j] * (w[j] + dt * a[j]);
      }
    },
  };
}
