/**
 * Whether a request names this workbench in its Host header: this machine's own names, the address it listens on, or
 * a name that was allowed. Any page on the web can point a name of its own at 127.0.0.1 (DNS rebinding) and would then
 * count as the same origin; its requests carry that name here and are refused.
 */
export function isAllowedHost(header: string | undefined, names: readonly string[]): boolean {
  const host = hostName(header);
  if (host === undefined) return false;
  return isLoopback(host) || names.some((name) => name.toLowerCase() === host);
}

/** The name without a port, in lower case; IPv6 addresses without brackets. Undefined when the header is no host. */
function hostName(header: string | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header ?? "");
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

const isLoopback = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
