/** Every builtin model. The model file, the command line, the reference pages and the contract tests read this list. */
import type { ModelFamily } from "./model.js";
import { centralSextic } from "./oscillators/central-sextic.js";
import { doubleSpringPendulum } from "./oscillators/double-spring-pendulum.js";
import { duffing } from "./oscillators/duffing.js";
import { elasticPendulum } from "./oscillators/elastic-pendulum.js";
import { harmonic } from "./oscillators/harmonic.js";
import { henonHeiles } from "./oscillators/henon-heiles.js";
import { pendulum } from "./oscillators/pendulum.js";
import { sinhOscillator } from "./oscillators/sinh-oscillator.js";
import { springPendulum } from "./oscillators/spring-pendulum.js";
import { argonCluster } from "./particles/argon-cluster.js";
import { kepler } from "./particles/kepler.js";
import { outerSolarSystem } from "./particles/outer-solar-system.js";
import { radialKepler } from "./particles/radial-kepler.js";
import { springChain } from "./particles/spring-chain.js";
import { cantilever } from "./structures/cantilever.js";
import { portalFrame } from "./structures/portal-frame.js";
import { shearBuilding } from "./structures/shear-building.js";
import { tossedBlock } from "./structures/tossed-block.js";

export const models: readonly ModelFamily[] = [
  harmonic,
  duffing,
  sinhOscillator,
  pendulum,
  springPendulum,
  doubleSpringPendulum,
  elasticPendulum,
  centralSextic,
  henonHeiles,
  kepler,
  radialKepler,
  outerSolarSystem,
  argonCluster,
  springChain,
  shearBuilding,
  portalFrame,
  cantilever,
  tossedBlock,
];
