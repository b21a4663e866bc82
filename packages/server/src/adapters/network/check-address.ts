import { isIP } from "node:net";
import { type AllowedAddresses, isOrdinaryPort } from "./allowed-addresses.ts";
import { isPublicAddress } from "./public-address.ts";

/** Names that always mean this machine or this network, whatever a resolver says (RFC 6761, RFC 6762, RFC 8375). */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa|onion)\.?$/i;

/** The host as DNS and sockets take it: IPv6 without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

export const portOf = (url: URL): number => Number(url.port || (url.protocol === "https:" ? 443 : 80));

/**
 * Why an address may not be fetched, as far as its text shows; null when it may. The URL parser has turned decimal,
 * octal and hexadecimal forms of IPv4 into four numbers by now.
 */
export function refusalOf(url: URL, allowed: AllowedAddresses): string | null {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `only http and https addresses are fetched, not ${url.protocol}`;
  if (url.username !== "" || url.password !== "")
    return "it carries a user name or a password, and those are never sent";
  const [host, port] = [hostOf(url), portOf(url)];
  if (allowed.host(host, port) || (isIP(host) && allowed.address(host, port))) return null;
  if (isIP(host) ? !isPublicAddress(host) : localNames.test(host)) return `${host} is not a public address`;
  // Whether a listed range holds the address of this name is known after it was resolved.
  return allowed.port(port) ? null : portRefusal(port);
}

/** Why an address of a host may not be connected to; null when it may. */
export function addressRefusal(url: URL, ip: string, allowed: AllowedAddresses): string | null {
  const [host, port] = [hostOf(url), portOf(url)];
  if (allowed.host(host, port) || allowed.address(ip, port)) return null;
  if (!isPublicAddress(ip)) return `${host} is not a public address`;
  return isOrdinaryPort(port) ? null : portRefusal(port);
}

const portRefusal = (port: number) => `port ${port} is not one of 80 and 443`;
