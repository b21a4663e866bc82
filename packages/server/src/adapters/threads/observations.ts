import { BroadcastChannel } from "node:worker_threads";
import type { Observation, Observe } from "../../kernel/observe.ts";
import type { Moment } from "../../kernel/traces.ts";
import { workContext } from "../../kernel/work-context.ts";

type Sent = { observation: Observation; moment: Moment };

/** Where and when something is observed that ends now. */
export const momentOfNow = (): Moment => ({ trace: workContext()?.trace, at: Date.now() });

/**
 * Takes the observations of all threads of one service. `channel` is a name that no other service of the process has;
 * threads get it with their data. Answers how to end it.
 */
export function receiveObservations(
  channel: string,
  observe: (observation: Observation, moment: Moment) => void,
): () => void {
  const open = new BroadcastChannel(channel);
  open.onmessage = (message) => {
    const { observation, moment } = (message as { data: Sent }).data;
    observe(observation, moment);
  };
  // It never keeps a process alive.
  open.unref();
  return () => open.close();
}

/** Sends observations of this thread to the service's. */
export function sendObservations(channel: string): Observe {
  const open = new BroadcastChannel(channel);
  open.unref();
  return (observation) => open.postMessage({ observation, moment: momentOfNow() } satisfies Sent);
}
