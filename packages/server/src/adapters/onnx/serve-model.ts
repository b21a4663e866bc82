import type { MessagePort } from "node:worker_threads";
import type { ModelReply, ModelRequest } from "./model-messages.ts";

/** Runs a model for what comes over a port, one input at a time. The first one loads it. */
export function serveModel<Input, Output>(
  port: MessagePort,
  load: () => Promise<(input: Input) => Promise<Output>>,
): void {
  let loading: ReturnType<typeof load> | undefined;
  port.on("message", async ({ id, input }: ModelRequest<Input>) => {
    try {
      loading ??= load();
      const run = await loading;
      port.postMessage({ id, output: await run(input) } satisfies ModelReply<Output>);
    } catch (error) {
      // Next time the files may be whole again.
      loading = undefined;
      port.postMessage({ id, error: (error as Error).message } satisfies ModelReply<Output>);
    }
  });
}
