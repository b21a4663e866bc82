import { platformFetch } from "@headwater/proxy-core";

/**
 * Keeps answers out of the cache that Next.js puts around `fetch`. `cache` is the documented way, but a route with
 * `fetchCache: "force-cache"` overrides it. `next.internal` marks the requests of Next.js itself (15 and 16) and always
 * works.
 */
const uncached = { cache: "no-store", next: { internal: true } } as RequestInit;

/**
 * In the edge runtime, `next start` and `next dev` add the length of a known body to the given length. They then refuse
 * both values (`16, 16`).
 */
export const nextFetch: typeof fetch = (input, init) => {
  if (process.env.NEXT_RUNTIME !== "edge" || !(init?.body instanceof Uint8Array))
    return platformFetch(input, { ...init, ...uncached });
  const headers = new Headers(init.headers);
  headers.delete("content-length");
  return platformFetch(input, { ...init, ...uncached, headers });
};
