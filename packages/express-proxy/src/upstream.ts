import type { Timeouts } from "@headwater/proxy-core";
import { Agent, type Dispatcher } from "undici";

export type Upstream = { dispatcher: Dispatcher; timeouts: Required<Timeouts> };

/** Kept connections to one origin, at most. A stream of events holds one for as long as it lasts. */
const connections = 512;

/**
 * A pool of kept connections for every origin, which flows with hosts of their own make many; a pool goes when its last
 * connection does. Idle connections do not keep the process alive, so nothing has to be closed.
 */
export function createUpstream(timeouts: Required<Timeouts>): Upstream {
  const dispatcher = new Agent({
    connections,
    pipelining: 1,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
  });
  return { dispatcher, timeouts };
}
