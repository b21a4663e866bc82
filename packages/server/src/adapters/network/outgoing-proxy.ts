import { BlockList, isIP } from "node:net";
import { hostOf, portOf } from "./check-address.ts";

/** The proxy for an address; null where the address is reached directly. */
export type OutgoingProxy = (url: URL) => URL | null;

export type ProxySettings = { http: URL | null; https: URL | null; except: string };

/**
 * Chooses by the scheme, as `HTTP_PROXY` and `HTTPS_PROXY` say. `except` is `NO_PROXY`: hosts, domains and ranges
 * of addresses with commas, each with a port if it counts for that port only, or `*` for all.
 */
export function createOutgoingProxy({ http, https, except }: ProxySettings): OutgoingProxy {
  const direct = except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  const isDirect = (url: URL) =>
    thisMachine.test(hostOf(url)) || direct.some((entry) => entry === "*" || matches(entry, url));
  return (url) => {
    const proxy = url.protocol === "https:" ? https : http;
    return proxy === null || isDirect(url) ? null : proxy;
  };
}

/** For a proxy it would be the proxy's own machine. */
const thisMachine = /^(localhost|127(\.\d+){3}|::1)$/;

/** `example.com`, `.example.com` and `*.example.com` are the same: the domain and all below it. `10.0.0.0/8` is a range. */
function matches(entry: string, url: URL): boolean {
  const host = hostOf(url).toLowerCase();
  if (isIP(entry) || entry.includes("/")) return isIP(host) !== 0 && isWithin(host, entry);
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  if (isIP(name)) return isIP(host) !== 0 && isWithin(host, name);
  const domain = name.replace(/^\*?\./, "");
  return host === domain || host.endsWith(`.${domain}`);
}

/** Whether an address is another one, however both are written, or in its range. */
function isWithin(host: string, range: string): boolean {
  const [address = "", bits] = range.split("/");
  const family = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");
  const list = new BlockList();
  try {
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  } catch {
    return false; // no range
  }
  return list.check(host, family(host));
}
