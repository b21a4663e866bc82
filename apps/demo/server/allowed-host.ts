/**
 * Whether the Host header of a request names this workbench: this machine's own names, the address it listens on, or an
 * allowed name. Any web page can point its own name at 127.0.0.1 (DNS rebinding) and then count as the same origin. Its
 * requests contain that name and are refused here.
 */
export function isAllowedHost(header: string | undefined, names: readonly string[]): boolean {
  const host = hostName(header);
  if (host === undefined) return false;
  return isLoopback(host) || names.some((name) => name.toLowerCase() === host);
}

/** The name without a port, in lower case; IPv6 addresses without brackets. Undefined when the header is not a host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? "");
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

const isLoopback = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
