/** The benchmark workloads: `noether bench w1`. Each yields one line a peer, as it is measured. */
import { chain, chainLarge } from "./chain/workload.js";
import { forceSteppingCost } from "./force-stepping/workload.js";
import type { Line } from "./line.js";
import { meshes } from "./meshes/workload.js";
import { studies } from "./studies/workload.js";
import { w1 } from "./w1/workload.js";
import { w2 } from "./w2/workload.js";
import { w3, w3Large } from "./w3/workload.js";
import { w4 } from "./w4/workload.js";
import { w5 } from "./w5/workload.js";
import { w6 } from "./w6/workload.js";

export type { Line } from "./line.js";

export interface Workload {
  readonly id: string;
  readonly title: string;
  /** What the figures can and cannot show. */
  readonly remark: string;
  /** Too large to be run without being asked for. */
  readonly onRequest?: true;
  lines(): AsyncGenerator<Line>;
}

export const workloads: readonly Workload[] = [
  w1,
  w2,
  chain,
  chainLarge,
  w3,
  w3Large,
  w4,
  w5,
  w6,
  forceSteppingCost,
  meshes,
  studies,
];
