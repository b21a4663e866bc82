import { flowNamePattern, reservedFlowNames } from "@headwater/spec";

/**
 * The path of a request, with the host it came to as a part of it: `/graph` at `support.flows.localhost` is
 * `/flows/support/graph`. So every flow operation has one route, whichever way it is addressed. The path of any other
 * host stays, and so does one that names a flow itself.
 */
export function pathOfHost(url: string, host: string | undefined, flowsDomain: string): string {
  const name = flowOfHost(host, flowsDomain);
  if (name === null || /^\/flows(?:[/?]|$)/.test(url)) return url;
  const path = url.startsWith("/") ? url : `/${url}`;
  if (name === "") return `/flows${path}`;
  // No flow has another name, and it must not be read as one of the paths of all flows.
  const isName = flowNamePattern.test(name) && !(reservedFlowNames as readonly string[]).includes(name);
  return `/flows/${isName ? name : `${encodeURIComponent(name)}.`}${path}`;
}

/** Whether a host is the flows domain or below it. */
export const isFlowsHost = (host: string, flowsDomain: string): boolean =>
  flowOfHost(host, flowsDomain) !== null;

/** What a host names below the flows domain; empty for the domain itself, null for any other host. */
function flowOfHost(host: string | undefined, flowsDomain: string): string | null {
  const given = bare(host ?? "");
  const domain = bare(flowsDomain);
  if (given === domain) return "";
  return given.endsWith(`.${domain}`) ? given.slice(0, -domain.length - 1) : null;
}

/** Without the port, and without the dot at the end that a full name may have. */
const bare = (host: string): string => host.trim().replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();

/** The host that the client addressed. What a proxy says of it counts only where the proxy is trusted. */
export function addressedHost(
  headers: Record<string, string | string[] | undefined>,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? [headers["x-forwarded-host"] ?? []].flat()[0] : undefined;
  return forwarded?.split(",")[0]?.trim() || [headers.host ?? []].flat()[0];
}
