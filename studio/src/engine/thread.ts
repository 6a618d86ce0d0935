/** A thread of the engine: takes part in a factorisation or a solve until it has ended. Its first message is the port at which it is called. */
import type { ThreadTask } from "noether/linalg";

addEventListener("message", ({ data: port }: MessageEvent<MessagePort>) => {
  port.onmessage = ({ data: { module, memory, other, queue } }: MessageEvent<ThreadTask>) => {
    const env = { memory: memory as WebAssembly.Memory };
    const calls = other ? new WebAssembly.Instance(other as WebAssembly.Module, { env }).exports : {};
    const { exports } = new WebAssembly.Instance(module as WebAssembly.Module, { env, calls });
    (exports as unknown as { runTasks(queue: number): void }).runTasks(queue);
  };
});
