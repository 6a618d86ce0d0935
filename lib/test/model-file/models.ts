/** Small models of every kind, as text, for the tests. */
export const PENDULUM = `noether: 1
name: Elastic pendulum
system:
  coordinates: [x, y]
  parameters: { m: 1, l0: 1, EA: 3000, g: 10 }
  mass: m
  potential: l0/2*EA*((x^2 + y^2 - l0^2)/(2*l0^2))^2 - m*g*x
start: { q: [0, 1.1], v: [0, 0] }
method: { name: newmark, beta: 1/6 }
time: { end: 6, step: 0.02 }
record: { every: 2, quantities: [q, energy], probes: { length: sqrt(x^2 + y^2) } }
stop: x > 2
`;

export const DAMPED = `noether: 1
units: { length: m, time: s }
system:
  coordinates: [x, y]
  parameters: { c: 0.1 }
  mass: [2, 2]
  potential: (x^2 + y^2)^2/4
  damping: [[c, 0], [0, c]]
  dissipation: c/4*vx^4
  force: [sin(t), -y*vx]
  symmetries: [rotation]
start: { q: [1, 2] }
method: midpoint
time: { start: 1, steps: 50, step: 1/100 }
`;

export const MATRICES = `noether: 1
system:
  parameters: { k: 100 }
  matrices:
    mass: [1, 2]
    stiffness: [[2*k, -k], [-k, k]]
    damping: { rayleigh: [0.1, 0.001] }
  force: [10*sin(3*t), 0]
start: equilibrium
method: { name: hht, alpha: -0.1 }
time: { end: 1, step: 0.01 }
`;

export const SHAKEN = `noether: 1
system:
  coordinates: [u1, u2]
  matrices:
    mass: [[2, 0], [0, 1]]
    stiffness: { file: K.mtx }
    damping: { modal: 0.05 }
  force: { groundMotion: { file: quake.csv, scale: 9.81, influence: [1, 1] } }
method: newmark
time: { end: 1, step: 0.01 }
`;

export const PARTICLES = `noether: 1
system:
  particles:
    dimension: 2
    masses: [1, 2, 1]
    pair: { lennardJones: { epsilon: 1, sigma: 1, cutoff: 2.5, shift: true } }
    bonds: [ { between: [0, 1], stiffness: 10, length: 1 } ]
    box: [10, 10]
start:
  q: [[0, 0], [1.1, 0], [0, 1.2]]
  v: [[0, 0.1], [0, 0], [0, 0]]
method: central-difference
time: { end: 1, step: 0.001 }
`;

export const BUILTIN = `noether: 1
system: { model: kepler, with: { eccentricity: 3/5 } }
method: { name: yoshida, order: 6 }
time: { end: 2*pi, step: pi/100 }
`;

export const ALL = { PENDULUM, DAMPED, MATRICES, SHAKEN, PARTICLES, BUILTIN };

const FILES: Readonly<Record<string, string>> = {
  "K.mtx": "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 300\n2 1 -100\n2 2 100\n",
  "quake.csv": "t,a\n0,0\n0.5,0.1\n1,0\n",
  "load.csv": "0 0 0\n1 2 4\n",
  "q.txt": "# positions\n0, 0\n1.1 0\n0; 1.2\n",
};

export function readFile(name: string): Uint8Array {
  const content = FILES[name];
  if (content === undefined) throw new Error("there is no such file");
  return new TextEncoder().encode(content);
}
