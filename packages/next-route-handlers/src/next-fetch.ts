import { platformFetch } from "@headwater/proxy-core";

/**
 * Keeps answers out of the cache that Next.js lays around `fetch`. The first is its documented way; `fetchCache:
 * "force-cache"` of a route overrules it, and the second is how Next.js marks its own requests (15 and 16).
 */
const uncached = { cache: "no-store", next: { internal: true } } as RequestInit;

/**
 * The edge runtime of `next start` and `next dev` adds the length of a body it knows to the one it is given, and then
 * refuses both (`16, 16`).
 */
export const nextFetch: typeof fetch = (input, init) => {
  if (process.env.NEXT_RUNTIME !== "edge" || !(init?.body instanceof Uint8Array))
    return platformFetch(input, { ...init, ...uncached });
  const headers = new Headers(init.headers);
  headers.delete("content-length");
  return platformFetch(input, { ...init, ...uncached, headers });
};
