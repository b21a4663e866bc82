import { isIP } from "node:net";
import { ServiceError } from "../kernel/service-error.ts";

/** The headers of a request that a browser sets and a page cannot. */
export type OriginHeaders = { host?: string | undefined; origin?: string | undefined };

const hostRefused = (host: string) =>
  new ServiceError(403, `Host '${host}' is not allowed. Name it in HEADWATER_MCP_HOSTS.`);
const originRefused = (origin: string) =>
  new ServiceError(403, `Origin '${origin}' is not allowed. Name its host in HEADWATER_MCP_HOSTS.`);

/**
 * Refuses what a web page sends by DNS rebinding (its own name made to point here) or from a foreign origin: 403. An
 * address in numbers cannot be rebound, and `localhost` is this machine; any other name has to be one of `allowed`.
 */
export function checkOrigin({ host = "", origin }: OriginHeaders, allowed: readonly string[]): void {
  const name = hostNameOf(`http://${host}`);
  if (name === null || !(isIP(bare(name)) || isLocal(name) || allowed.includes(name)))
    throw hostRefused(host);
  if (origin === undefined) return;
  const from = hostNameOf(origin);
  if (from === null || !(isLocal(from) || allowed.includes(from))) throw originRefused(origin);
}

function hostNameOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : null;
}

/** An address of IP version 6 has brackets in a URL. */
const bare = (name: string): string => name.replace(/^\[(.*)\]$/, "$1");

const isLocal = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || bare(name) === "::1" || /^127\.[\d.]+$/.test(name);
