import ipaddr from "ipaddr.js";

/** Ports that need no entry of their own. */
const ordinaryPorts = [80, 443];

type Entry = { ports: number[]; host: string | null; range: [ipaddr.IPv4 | ipaddr.IPv6, number] | null };

/** What the operator listed: places that may be reached though they are not public, or by another port. */
export type AllowedAddresses = {
  /** A host as the address names it. */
  host(name: string, port: number): boolean;
  address(ip: string, port: number): boolean;
  /** Whether any host may be reached by this port. */
  port(port: number): boolean;
};

/** Throws an Error that names the invalid entry. */
export function parseAllowedAddresses(list: string): AllowedAddresses {
  const entries = list
    .split(/[\s,]+/)
    .filter((text) => text !== "")
    .map(parseEntry);
  const listed = (port: number, matches: (entry: Entry) => boolean) =>
    entries.some((entry) => entry.ports.includes(port) && matches(entry));
  return {
    host: (name, port) => listed(port, ({ host }) => host === name.toLowerCase()),
    address: (ip, port) => listed(port, ({ range }) => range !== null && isInside(ip, range)),
    port: (port) => ordinaryPorts.includes(port) || listed(port, () => true),
  };
}

export const isOrdinaryPort = (port: number): boolean => ordinaryPorts.includes(port);

/** `host`, `host:port`, `10.0.0.0/8`, `10.0.0.0/8:8080`, `[fd00::/8]:8080`. */
function parseEntry(text: string): Entry {
  const match = /^(?:\[([0-9a-f:./]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text);
  const name = (match?.[1] ?? match?.[2] ?? text).toLowerCase();
  const port = match?.[3] === undefined ? null : Number(match[3]);
  const range = rangeOf(name);
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/.test(name);
  if ((port !== null && (port < 1 || port > 65_535)) || (!range && !(match && isName)))
    throw new Error(`'${text}' is neither host:port nor a range such as 10.0.0.0/8`);
  return { ports: port === null ? ordinaryPorts : [port], host: range ? null : name, range };
}

function rangeOf(text: string): Entry["range"] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isInside(ip: string, [range, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  return address.kind() === range.kind() && address.match(range, bits);
}
