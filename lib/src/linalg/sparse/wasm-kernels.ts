/** The kernels in WebAssembly with SIMD, three to five times as quick as the plain ones. */
import { bytesOf } from "../../core/base64.js";
import type { ThreadPool } from "../../core/threads.js";
import { fronts } from "../kernels/fronts.js";
import { frontsTogether } from "../kernels/fronts-together.js";
import type { KernelMemory, Kernels } from "./kernels.js";

const PAGE = 65536;

/** Is there WebAssembly with SIMD here? */
export function hasWasmKernels(): boolean {
  try {
    return moduleOf(fronts) !== null;
  } catch {
    return false;
  }
}

export const wasmKernels: Kernels = (length) => {
  const { memory, exports } = instanceOf(fronts, length);
  return {
    ...(exports as unknown as SolveKernels & Pick<KernelMemory, "eliminate" | "extendAdd">),
    doubles: new Float64Array(memory.buffer),
    ints: new Int32Array(memory.buffer),
  };
};

/** Offset of the flag that ends the work, in ints from the queue. */
const ENDED = 3;

/** Kernels that share their memory with a thread pool. */
export const kernelsWith =
  (threads: ThreadPool): Kernels =>
  (length) => {
    const initial = Math.ceil((length * 8 + QUEUE) / PAGE);
    const memory = new WebAssembly.Memory({ initial, maximum: initial, shared: true });
    const module = moduleOf(frontsTogether);
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    const ints = new Int32Array(memory.buffer);
    const queue = ints.length - QUEUE / 4;
    const { eliminateTogether, solveTogether, ...alone } = exports as unknown as TogetherExports;
    return {
      ...alone,
      eliminate: (front, strips, pivots, work, inverse, least, substitute) =>
        eliminateTogether(front, strips, pivots, work, inverse, least, substitute, queue),
      solveTogether: (tables) => solveTogether(tables, queue),
      doubles: new Float64Array(memory.buffer),
      ints,
      startThreads() {
        ints[queue + ENDED] = 0;
        threads.call({ module, memory, queue });
      },
      stopThreads() {
        Atomics.store(ints, queue + ENDED, 1);
        Atomics.notify(ints, queue);
      },
    };
  };

/** Bytes kept for the queue at the end of a shared memory. */
const QUEUE = 64;

type SolveKernels = Pick<KernelMemory, "forward" | "backward" | "forwardFour" | "backwardFour">;

interface TogetherExports extends Pick<KernelMemory, "extendAdd">, SolveKernels {
  eliminateTogether(...numbers: number[]): number;
  solveTogether(tables: number, queue: number): void;
}

/** An instance of the module with these bytes on a memory of its own, of so many doubles. */
export function instanceOf(
  code: string,
  doubles: number,
): { readonly memory: { readonly buffer: ArrayBuffer }; readonly exports: Readonly<Record<string, unknown>> } {
  const memory = new WebAssembly.Memory({ initial: Math.max(1, Math.ceil((doubles * 8) / PAGE)) });
  const { exports } = new WebAssembly.Instance(moduleOf(code), { env: { memory } });
  return { memory, exports };
}

const compiled = new Map<string, WebAssembly.Module>();

function moduleOf(code: string): WebAssembly.Module {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const module = new WebAssembly.Module(bytesOf(code));
  compiled.set(code, module);
  return module;
}
