import { BroadcastChannel } from "node:worker_threads";
import type { Observation, Observe } from "../../kernel/observe.ts";

/**
 * Takes the observations of all threads of one service. `channel` is a name that no other service of the process has;
 * threads get it with their data. Answers how to end it.
 */
export function receiveObservations(channel: string, observe: Observe): () => void {
  const open = new BroadcastChannel(channel);
  open.onmessage = (message) => observe((message as { data: Observation }).data);
  // It never keeps a process alive.
  open.unref();
  return () => open.close();
}

/** Sends observations of this thread to the service's. */
export function sendObservations(channel: string): Observe {
  const open = new BroadcastChannel(channel);
  open.unref();
  return (observation) => open.postMessage(observation);
}
