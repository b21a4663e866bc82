import { platformFetch } from "@headwater/proxy-core";

/**
 * The edge runtime of `next start` and `next dev` adds the length of a body it knows to the one it is given, and then
 * refuses both (`16, 16`).
 */
export const nextFetch: typeof fetch = (input, init) => {
  if (process.env.NEXT_RUNTIME !== "edge" || !(init?.body instanceof Uint8Array))
    return platformFetch(input, init);
  const headers = new Headers(init.headers);
  headers.delete("content-length");
  return platformFetch(input, { ...init, headers });
};
