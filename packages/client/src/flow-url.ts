/** Where a flow is. */
export type FlowAddress =
  /**
   * Domain that the flows belong to, such as `flows.example.com`. The scheme is `https` unless the domain names
   * another.
   */
  | { flowsDomain: string }
  /** Address of the service, with or without `/sources`. The flows are then below its path `/flows`. */
  | { baseUrl: string };

/** What may be between two dots of a host name (RFC 1123). */
const dnsLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Returns the address of a flow.
 *
 * @example flowUrl("support", { flowsDomain: "flows.example.com" }) // "https://support.flows.example.com"
 * @example flowUrl("support", { baseUrl: "http://localhost:4000/sources" }) // "http://localhost:4000/flows/support"
 * @throws {TypeError} for a name that is not a DNS label: it could send the token to another host.
 */
export function flowUrl(flowName: string, address: FlowAddress): string {
  if (!dnsLabel.test(flowName))
    throw new TypeError(`Flow name '${flowName}' must be letters, digits and hyphens, at most 63.`);
  if ("baseUrl" in address)
    return `${address.baseUrl.replace(/\/+$/, "").replace(/\/sources$/, "")}/flows/${flowName}`;
  const [, scheme = "https://", domain = ""] = /^(https?:\/\/)?(.*?)\/*$/i.exec(address.flowsDomain) ?? [];
  return `${scheme}${flowName}.${domain}`;
}
