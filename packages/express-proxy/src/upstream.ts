import type { Timeouts } from "@headwater/proxy-core";
import { Agent, type Dispatcher } from "undici";

export type Upstream = { dispatcher: Dispatcher; timeouts: Required<Timeouts> };

/** Maximum number of connections to one origin. An event stream uses one until it ends. */
const connections = 512;

/**
 * One connection pool for every origin. There are many when flows have their own hosts. A pool is removed with its last
 * connection. Idle connections do not keep the process alive, so nothing must be closed.
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
