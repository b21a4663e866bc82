import ipaddr from "ipaddr.js";

/** The only part of IPv6 that is given out for the public internet. Transition ranges inside it are refused by name. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Special ranges that the library calls ordinary ones. */
const refused = [
  "192.88.99.0/24", // relays of 6to4
  "168.63.129.16/32", // the host of a virtual machine in Azure, which answers like a metadata address
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
].map((range) => ipaddr.parseCIDR(range));

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local (metadata addresses among them),
 * carrier-grade NAT, multicast, documentation and reserved ranges don't; neither do IPv6 addresses that stand for an
 * IPv4 one (mapped, 6to4, NAT64, Teredo). What is not an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv6" && !parsed.match(globalUnicast)) return false;
  return !refused.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
}
