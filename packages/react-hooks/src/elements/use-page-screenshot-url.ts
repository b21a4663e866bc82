"use client";
import type { SourcesClient } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";

/**
 * The address of a page's picture, for `<img src>`: the browser asks for a picture and gets its bytes, and caches them.
 * `maxWidth` in pixels, 300 to 1,600; the service's default is 900. The browser fetches it by itself, with the page's
 * cookies but without the `headers` of `DocumentsProvider`.
 */
export function pageScreenshotUrl(
  client: Pick<SourcesClient, "baseUrl">,
  fileId: string,
  pageNumber: number,
  maxWidth?: number,
): string {
  const path = `/${encodeURIComponent(fileId)}/pages/${pageNumber}/screenshot`;
  return `${client.baseUrl.replace(/\/+$/, "")}${path}${maxWidth === undefined ? "" : `?max_width=${maxWidth}`}`;
}

/**
 * The same, at the address of the provider. Of sources without pictures it answers 404, which an `<img>` can't distinguish from
 * other errors: `usePageScreenshot` says why.
 *
 * @example <img loading="lazy" src={usePageScreenshotUrl(fileId, 6, 300)} alt="Page 6" />
 */
export const usePageScreenshotUrl = (fileId: string, pageNumber: number, maxWidth?: number): string =>
  pageScreenshotUrl(useDocuments().sources, fileId, pageNumber, maxWidth);
