import { hostOf, portOf } from "./check-address.ts";

/** The proxy for an address; null where the address is reached directly. */
export type OutgoingProxy = (url: URL) => URL | null;

export type ProxySettings = { http: URL | null; https: URL | null; except: string };

/**
 * Chooses by the scheme, as `HTTP_PROXY` and `HTTPS_PROXY` say. `except` is `NO_PROXY`: hosts and domains with commas, each
 * with a port if it counts for that port only, or `*` for all.
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

/** `example.com`, `.example.com` and `*.example.com` are the same: the domain and all below it. */
function matches(entry: string, url: URL): boolean {
  const [, name = "", port] = /^\[?(.*?)\]?(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (port !== undefined && Number(port) !== portOf(url)) return false;
  const domain = name.replace(/^\*?\./, "");
  const host = hostOf(url).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}
