/** f(t, q, v) from one expression for each component, with exact derivatives. */
import type { Force, ForceTangent, TimeLoad } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { copy } from "./copy.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { dependents, partials } from "./derivative.js";
import { besideKink, type Kinks, kinksOf } from "./kinks.js";
import type { MachineRoutine } from "./machine.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";
import { isEmpty, isSymmetric, nodeMatrix, type Rows } from "./pattern.js";
import { columnsOf, positions, stateLoader, stateNames, velocities } from "./state-inputs.js";
import { timeDerivatives } from "./time-derivatives.js";

export interface ForceFormulas {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  /** One for each coordinate. */
  readonly expressions: readonly Formula[];
  readonly backEnd?: BackEnd;
}

/** A force that turns out to depend on time alone is a TimeLoad, with its kinks. */
export function forceOf({ coordinates, parameters, expressions, backEnd }: ForceFormulas): Force | TimeLoad {
  const bound = (given = parameters): [Graph, Node[]] => {
    const graph = emptyGraph();
    const scope = scopeOf(graph, stateNames(coordinates), given);
    return [graph, expressions.map((formula) => bind(graph, parsed(formula), scope))];
  };
  const force = forceOfNodes(...bound(), backEnd);
  if (force.conditions === undefined || parameters === undefined || !isAdjustable(parameters)) return force;
  // Among constants a factor 0 removes its term, and a condition on parameters is decided.
  return { ...force, conditions: () => kinksOf(...bound(parameters.values)).conditions };
}

/** The force whose components are nodes of a graph over the inputs of the state. */
export function forceOfNodes(graph: Graph, components: readonly Node[], backEnd?: BackEnd): Force | TimeLoad {
  const dof = components.length;
  const derivatives = components.map((component) => partials(graph, component));
  const byPosition = columnsOf(derivatives, positions(dof));
  const byVelocity = columnsOf(derivatives, velocities(dof));
  const [dfdq, dfdv] = [byPosition, byVelocity].map((rows) => nodeMatrix(graph, rows));
  const routines = [components, dfdq.nodes, dfdv.nodes];
  const machine = machineOf(graph, 1 + 2 * dof, routines, backEnd);
  const loaders = routines.map((roots) => stateLoader(graph, dof, roots, machine.input));
  const [load] = loaders;
  const [{ output: f, run }] = machine.routines;

  const tangent = (which: 1 | 2, rows: Rows, { pattern }: { pattern: ForceTangent["pattern"] }): ForceTangent | null =>
    isEmpty(rows) ? null : tangentOf(pattern, isSymmetric(rows), loaders[which], machine.routines[which]);
  const force: Force = {
    addTo(t, q, v, out) {
      load(t, q, v);
      run();
      for (let i = 0; i < f.length; i++) out[i] += f[i];
    },
    byPosition: tangent(1, byPosition, dfdq),
    byVelocity: tangent(2, byVelocity, dfdv),
  };
  const kinks = kinksOf(graph, components);
  if (dependents(graph, components, (input) => input !== 0).size === 0) {
    const addDerivative = timeDerivatives(graph, components, kinks);
    return { ...force, byPosition: null, byVelocity: null, ...kinks.listed, addDerivative };
  }
  return {
    ...force,
    ...kinks.listed,
    ...(kinks.conditions === null ? {} : { conditions: () => kinks.conditions }),
    ...(kinks.listed.kinks === null ? {} : { beside: (side) => movedBeside(force, kinks, side) }),
  };
}

/** The force whose time, where it is one of the kinks, is moved to one side of it. */
function movedBeside(force: Force, kinks: Kinks, side: -1 | 1): Force {
  const moved = (tangent: ForceTangent | null): ForceTangent | null =>
    tangent && { ...tangent, values: (t, q, v, out) => tangent.values(besideKink(kinks, t, side), q, v, out) };
  return {
    addTo: (t, q, v, out) => force.addTo(besideKink(kinks, t, side), q, v, out),
    byPosition: moved(force.byPosition),
    byVelocity: moved(force.byVelocity),
  };
}

function tangentOf(
  pattern: ForceTangent["pattern"],
  symmetric: boolean,
  load: ReturnType<typeof stateLoader>,
  { output, run }: MachineRoutine,
): ForceTangent {
  return {
    pattern,
    symmetric,
    values(t, q, v, out) {
      load(t, q, v);
      run();
      copy(output, out);
    },
  };
}
