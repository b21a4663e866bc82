import { type Lane, type Policy, shortConnections } from "@headwater/proxy-core";
import type { Request } from "express";
import { Agent, type Dispatcher } from "undici";
import { repeatReads } from "./repeat-reads.ts";

type Timeouts = Policy<Request>["timeouts"];
export type Upstream = { dispatchers: Record<Lane, Dispatcher>; timeouts: Timeouts };

/**
 * Two connection pools for every origin: one for short requests, and one for those that keep their connection, such as
 * streams. There are many origins when flows have their own hosts. A pool is removed with its last connection. Idle
 * connections do not keep the process alive, so nothing must be closed.
 */
export function createUpstream({
  timeouts,
  connections,
}: Pick<Policy<Request>, "timeouts" | "connections">): Upstream {
  const short = shortConnections(connections);
  const settings = {
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
  };
  // Without pipelining, undici closes a connection after its request.
  const fresh = new Agent({ ...settings, pipelining: 0 });
  const poolOf = (size: number) =>
    new Agent({ ...settings, connections: size, pipelining: 1 }).compose(repeatReads(fresh));
  return { dispatchers: { short: poolOf(short), long: poolOf(connections - short) }, timeouts };
}
