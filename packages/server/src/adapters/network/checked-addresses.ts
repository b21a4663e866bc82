import { promises as dns, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { WebFetchError } from "../../ports/web-fetcher.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { addressRefusal, hostOf, refusalOf } from "./check-address.ts";

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** The addresses of a URL's host, each of them checked. Throws WebFetchError when it may not be fetched. */
export type CheckedAddresses = (url: URL, signal: AbortSignal) => Promise<LookupAddress[]>;

/** By the system's resolver, so that its hosts file counts. */
const systemResolve: Resolve = (host) => dns.lookup(host, { all: true, verbatim: true });

/** Resolves each host once: connections use exactly the addresses that were checked. */
export const createCheckedAddresses =
  ({
    allowed,
    resolve = systemResolve,
  }: {
    allowed: AllowedAddresses;
    resolve?: Resolve;
  }): CheckedAddresses =>
  async (url, signal) => {
    refuse(refusalOf(url, allowed));
    const host = hostOf(url);
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await unlessAborted(resolve(host), signal);
    if (addresses.length === 0)
      throw new WebFetchError(`the name '${host}' has no address`, { passing: false });
    for (const { address } of addresses) refuse(addressRefusal(url, address, allowed));
    return addresses;
  };

export const refuse = (why: string | null): void => {
  if (why !== null) throw new WebFetchError(why, { passing: false });
};

/** A resolver can't be called off; its answer is no longer waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
