import type { HeaderLookup } from "../plan.ts";

/** `fetch` has already decoded the body, so the content encoding and the encoded length no longer apply. */
export function headersOf({ headers }: Response): HeaderLookup {
  const decoded = headers.has("content-encoding");
  return (name) =>
    decoded && (name === "content-encoding" || name === "content-length")
      ? undefined
      : (headers.get(name) ?? undefined);
}
