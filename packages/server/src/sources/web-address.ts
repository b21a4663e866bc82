import { formatOf } from "@headwater/reader";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import { notAnAddress } from "./errors.ts";

export type WebAddress = { url: URL; fileName: string };

/** Characters that have no place in a name that is shown: spaces, control characters, marks that turn its direction. */
const unshowable = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

/** A host with a dot, as people write it: `example.com/prices`. */
const withoutScheme = /^(?:\/\/)?(?=[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$))/u;

/**
 * An address as it was sent; without a scheme it is https. Throws 400 for an invalid one, and for one that can be
 * seen not to be public.
 */
export function readWebAddress(
  sent: string,
  { refusal, httpsOnly = false }: { refusal: WebFetcher["refusal"]; httpsOnly?: boolean },
): WebAddress {
  const text = sent.trim();
  const url = URL.parse(text.replace(withoutScheme, "https://"));
  if (!url || refusal(url.href) !== null || (httpsOnly && url.protocol !== "https:"))
    throw notAnAddress(httpsOnly);
  return { url, fileName: unshowable.test(text) ? url.href : text };
}

/** The type of what an address points at, judged by its text: that of a file that can be read, or a page. */
export const typeOfAddress = ({ pathname }: URL): string => {
  const extension = extensionOfPath(pathname);
  return (extension !== null && formatOf(extension)?.extension) || "html";
};

/** Lowercase, without the dot; null when the last part of the path has none. */
export const extensionOfPath = (pathname: string): string | null =>
  /[^/]\.([a-z0-9]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase() ?? null;
