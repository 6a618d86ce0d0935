/** One experiment for every method: a model, a setting to drag, one or two methods, and the curve that shows the point. */

export interface Experiment {
  /** What there is to see, in one or two sentences. */
  readonly says: string;
  readonly name: string;
  /** `system`, `start` and `record` of a model file. */
  readonly model: string;
  readonly end: number;
  readonly slider: Slider;
  /** The step of fixed-step methods, and of recording for others. */
  readonly step: (setting: number) => number;
  /** In the words of `--method`; the first is the page's own. */
  readonly methods: (setting: number) => readonly string[];
  readonly shows: Shows;
}

export interface Slider {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
}

export type Shows =
  /** (E − E₀)/|E₀| over time, or its size on a logarithmic axis. */
  | { readonly kind: "energy error"; readonly log?: boolean }
  /** A column of the results over time. */
  | { readonly kind: "column"; readonly column: string; readonly label: string }
  /** The change of a column since the start, as a part of its first value. */
  | { readonly kind: "change"; readonly column: string; readonly label: string; readonly log?: boolean }
  /** One column over another, in the same unit. */
  | { readonly kind: "path"; readonly columns: readonly [string, string]; readonly labels: readonly [string, string] };

const KEPLER = (eccentricity: number) => `system: { model: kepler, with: { eccentricity: ${eccentricity} } }
record: { probes: { momentum: x*vy - y*vx } }`;

const SPRING = `system:
  coordinates: [x]
  mass: 1
  potential: x^2/2
start: { q: [1], v: [0] }`;

/** A slow mode and one that the step does not resolve. */
const STIFF = `system:
  coordinates: [u1, u2]
  matrices:
    mass: [1, 1]
    stiffness: [[1e4, -1e4], [-1e4, 10001]]
start: { q: [1, 1.02], v: [0, 0] }`;

const ELASTIC_PENDULUM = `system:
  coordinates: [x, y]
  parameters: { m: 1, l0: 1, EA: 3000, g: 10 }
  mass: m
  potential: l0/2*EA*((x^2 + y^2 - l0^2)/(2*l0^2))^2 - m*g*x
start: { q: [0, 1.1], v: [0, 0] }`;

const SEXTIC = (damping: string) => `system:
  coordinates: [x, y]
  mass: 1
  potential: (x^2 + y^2)*(x^2 + y^2 - 1)^2
${damping}start: { q: [1.2, 0], v: [0, 0.5] }
record: { probes: { energy: (vx^2 + vy^2)/2 + (x^2 + y^2)*(x^2 + y^2 - 1)^2, momentum: x*vy - y*vx } }`;

const FRICTION = `system:
  coordinates: [x]
  parameters: { m: 1, k: 1, mu: 0.0057, g: 9.81 }
  mass: m
  potential: k*x^2/2
  friction: [{ on: x, limit: mu*m*g }]
start: { q: [1], v: [0] }`;

const BUILDING = `system:
  coordinates: [u1, u2, u3]
  matrices:
    mass: [1, 1, 1]
    stiffness: [[2, -1, 0], [-1, 2, -1], [0, -1, 1]]
start: { q: [0, 0, 1], v: [0, 0, 0] }`;

const step = (least: number, most: number, value: number): Slider => ({ label: "step h", least, most, value });
const itself = (setting: number) => setting;

export const experiments: Readonly<Record<string, Experiment>> = {
  newmark: {
    says: "A spring without any damping. With γ = ½ the energy stays; with γ = 0.6 the scheme takes it away, and more of it the longer the step.",
    name: "Spring",
    model: SPRING,
    end: 120,
    slider: step(0.02, 1.5, 0.4),
    step: itself,
    methods: () => ["newmark", "newmark(beta=0.3025, gamma=0.6)"],
    shows: { kind: "energy error" },
  },
  "central-difference": {
    says: "A planet on an ellipse. Central differences let the energy swing with every turn and bring it back; Runge and Kutta’s method is more accurate at first and then loses it for good.",
    name: "Kepler problem",
    model: KEPLER(0.5),
    end: 250,
    slider: step(0.02, 0.2, 0.1),
    step: itself,
    methods: () => ["central-difference", "rk4"],
    shows: { kind: "energy error" },
  },
  midpoint: {
    says: "The angular momentum of a planet is quadratic in q and v: the midpoint rule keeps it to the last digits at any step, Newmark’s method does not.",
    name: "Kepler problem",
    model: KEPLER(0.5),
    end: 120,
    slider: step(0.02, 0.3, 0.1),
    step: itself,
    methods: () => ["midpoint", "newmark"],
    shows: { kind: "change", column: "probe.momentum", label: "change of the angular momentum", log: true },
  },
  variational: {
    says: "A mass in a round valley. A principle of least action for every step keeps what the symmetry of the valley keeps: the angular momentum stays to rounding, while that of Newmark’s method swings.",
    name: "Round valley",
    model: SEXTIC(""),
    end: 100,
    slider: step(0.02, 0.25, 0.2),
    step: itself,
    methods: () => ["variational(alpha=0.3)", "newmark"],
    shows: { kind: "change", column: "probe.momentum", label: "change of the angular momentum" },
  },
  "lagrange-dalembert": {
    says: "The same valley with very little friction. What is lost should be the friction’s doing: Runge and Kutta’s method loses more than twice as much, and the rest is its own.",
    name: "Round valley with friction",
    model: SEXTIC("  damping: 0.001\n"),
    end: 200,
    slider: step(0.02, 0.2, 0.2),
    step: itself,
    methods: () => ["lagrange-dalembert", "rk4", "dop853"],
    shows: { kind: "column", column: "probe.energy", label: "energy" },
  },
  "two-step": {
    says: "A mass on a rough floor: every half-swing is shorter by the same length, and one of them is the last. Then it sticks, and stays where it is.",
    name: "Dry friction",
    model: FRICTION,
    end: 40,
    slider: step(0.005, 0.4, 0.02),
    step: itself,
    methods: () => ["two-step", "newmark-minimization"],
    shows: { kind: "column", column: "q.x", label: "x" },
  },
  "newmark-minimization": {
    says: "A step is a minimum: of inertia, potential and what friction costs. The mass sticks when staying is the cheapest thing to do.",
    name: "Dry friction",
    model: FRICTION,
    end: 40,
    slider: step(0.005, 0.4, 0.05),
    step: itself,
    methods: () => ["newmark-minimization", "newmark-minimization(beta=0)"],
    shows: { kind: "column", column: "q.x", label: "x" },
  },
  "energy-momentum": {
    says: "A mass on a stiff elastic bar, let go from the side. The energy of Newmark’s method jumps about by a tenth with every vibration of the bar; here it stays to the last digits, however long the step.",
    name: "Elastic pendulum",
    model: ELASTIC_PENDULUM,
    end: 6,
    slider: step(0.005, 0.03, 0.02),
    step: itself,
    methods: () => ["energy-momentum", "newmark"],
    shows: { kind: "energy error" },
  },
  "labudde-greenspan": {
    says: "A planet, and its energy: kept to the last digits at steps at which central differences let it swing by percents.",
    name: "Kepler problem",
    model: KEPLER(0.5),
    end: 120,
    slider: step(0.02, 0.15, 0.1),
    step: itself,
    methods: () => ["labudde-greenspan", "central-difference"],
    shows: { kind: "energy error", log: true },
  },
  simpson: {
    says: "A pendulum with a long step. Parabolas instead of straight lines: halve the step and the error of the energy falls by sixteen, that of the midpoint rule by four.",
    name: "Pendulum",
    model: `system: { model: pendulum }\nstart: { q: [2], v: [0] }`,
    end: 60,
    slider: step(0.01, 0.3, 0.1),
    step: itself,
    methods: () => ["simpson", "midpoint"],
    shows: { kind: "energy error", log: true },
  },
  "one-factor": {
    says: "A building of three storeys without damping, long after it was let go. Newmark’s periods are too long, and its curve has slipped away; the sixth-order method costs one factor too, and is still with the reference.",
    name: "Three storeys",
    model: BUILDING,
    end: 60,
    slider: step(0.1, 1, 0.5),
    step: itself,
    methods: () => ["one-factor", "newmark", "dop853"],
    shows: { kind: "column", column: "q.u3", label: "roof" },
  },
  galerkin: {
    says: "Polynomials of degree three within a step are of order six, straight lines of order two. Both keep the energy without drift.",
    name: "Kepler problem",
    model: KEPLER(0.3),
    end: 120,
    slider: step(0.05, 0.4, 0.2),
    step: itself,
    methods: () => ["galerkin(degree=3)", "galerkin(degree=1)"],
    shows: { kind: "energy error", log: true },
  },
  gauss: {
    says: "Sixty steps a turn. Three stages keep the energy to five digits, without a drift; Runge and Kutta’s method loses it turn by turn.",
    name: "Kepler problem",
    model: KEPLER(0.6),
    end: 120,
    slider: step(0.03, 0.3, 0.1),
    step: itself,
    methods: () => ["gauss(stages=3)", "rk4"],
    shows: { kind: "energy error", log: true },
  },
  yoshida: {
    says: "Three steps of central differences, one of them backwards, make a method of order four: at half the step its error falls by sixteen.",
    name: "Kepler problem",
    model: KEPLER(0.3),
    end: 120,
    slider: step(0.01, 0.15, 0.06),
    step: itself,
    methods: () => ["yoshida(order=4)", "central-difference"],
    shows: { kind: "energy error", log: true },
  },
  hht: {
    says: "Two masses, joined by a very stiff spring that is a little stretched. The step does not resolve its vibration: Newmark’s method carries it along for ever, the α-method damps it and leaves the slow motion alone.",
    name: "Stiff pair",
    model: STIFF,
    end: 12,
    slider: step(0.01, 0.2, 0.05),
    step: itself,
    methods: () => ["hht(alpha=-0.1)", "newmark"],
    shows: { kind: "column", column: "v.u2", label: "velocity of the second mass" },
  },
  wbz: {
    says: "Two masses, joined by a very stiff spring that is a little stretched. With ρ = 0.5 a vibration that the step does not resolve loses nearly half of itself in every step.",
    name: "Stiff pair",
    model: STIFF,
    end: 12,
    slider: step(0.01, 0.2, 0.05),
    step: itself,
    methods: () => ["wbz(rho=0.5)", "newmark"],
    shows: { kind: "column", column: "v.u2", label: "velocity of the second mass" },
  },
  "generalized-alpha": {
    says: "A spring that the step resolves well. Three methods that damp the highest frequencies equally, ρ = 0.8: this one takes the least from the motion one wants to see.",
    name: "Spring",
    model: SPRING,
    end: 120,
    slider: step(0.05, 1, 0.3),
    step: itself,
    methods: () => ["generalized-alpha(rho=0.8)", "hht(alpha=-1/9)", "wbz(rho=0.8)"],
    shows: { kind: "energy error" },
  },
  bathe: {
    says: "Two masses, joined by a very stiff spring that is a little stretched. What the step does not resolve is gone after a few steps; Newmark’s method shakes for ever.",
    name: "Stiff pair",
    model: STIFF,
    end: 12,
    slider: step(0.01, 0.2, 0.1),
    step: itself,
    methods: () => ["bathe", "newmark"],
    shows: { kind: "column", column: "v.u2", label: "velocity of the second mass" },
  },
  rk4: {
    says: "Why it is here: of fourth order, explicit, and it loses energy with every turn of a planet, which no step size mends for good.",
    name: "Kepler problem",
    model: KEPLER(0.5),
    end: 300,
    slider: step(0.03, 0.15, 0.1),
    step: itself,
    methods: () => ["rk4", "midpoint"],
    shows: { kind: "energy error" },
  },
  dop853: {
    says: "A comet on a long ellipse. Steps follow the motion, short near the sun; drag the tolerance and see what it buys. The energy creeps away all the same.",
    name: "Comet",
    model: KEPLER(0.9),
    end: 300,
    slider: { label: "tolerance", least: 1e-12, most: 1e-4, value: 1e-8 },
    step: () => 0.1,
    methods: (tolerance) => [`dop853(tolerance=${tolerance})`],
    shows: { kind: "energy error", log: true },
  },
  "force-stepping": {
    says: "A comet in a potential that is flat in every triangle of a grid. Its path is made of parabolas, its steps choose themselves, and its energy is exact; make the grid finer and the ellipse closes.",
    name: "Comet",
    model: KEPLER(0.6),
    end: 40,
    slider: { label: "grid", least: 0.01, most: 0.3, value: 0.1 },
    step: () => 0.02,
    methods: (grid) => [`force-stepping(grid=${grid})`, "dop853"],
    shows: { kind: "path", columns: ["q.x", "q.y"], labels: ["x", "y"] },
  },
  "energy-stepping": {
    says: "The valley as a flight of terraces: straight lines, broken at every edge. Energy and momenta are exact; the path is as coarse as the terraces.",
    name: "Comet",
    model: KEPLER(0.3),
    end: 14,
    slider: { label: "height of a terrace", least: 0.005, most: 0.2, value: 0.05 },
    step: () => 0.02,
    methods: (height) => [`energy-stepping(energyStep=${height})`, "dop853"],
    shows: { kind: "path", columns: ["q.x", "q.y"], labels: ["x", "y"] },
  },
};

/** The model file of an experiment at a setting. */
export function modelText({ name, model, end, step, methods }: Experiment, setting: number): string {
  const h = Number(step(setting).toPrecision(4));
  const [own = ""] = methods(setting);
  return [
    "noether: 1",
    `name: ${name}`,
    model,
    `method: ${asMap(own)}`,
    `time: { end: ${Math.max(1, Math.round(end / h))}*${h}, step: ${h} }`,
    "",
  ].join("\n");
}

/** `newmark(beta=1/6)` as a model file has it. */
function asMap(method: string): string {
  const [, name, settings] = /^([\w-]+)\((.*)\)$/.exec(method) ?? [];
  if (name === undefined || settings === undefined) return method;
  return `{ name: ${name}, ${settings.replace(/\s*=\s*/g, ": ")} }`;
}
