"use client";
import type { SourcesClient } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";

/**
 * The address of a source's original file, for `href`, `<audio>` and `<video>`: a player seeks in it with ranges. The
 * browser fetches it by itself, with the page's cookies but without the `headers` of `DocumentsProvider`.
 */
export const sourceContentUrl = (client: Pick<SourcesClient, "baseUrl">, fileId: string): string =>
  `${client.baseUrl.replace(/\/+$/, "")}/${encodeURIComponent(fileId)}/content`;

/**
 * The same, at the address of the provider. The proxy must let it pass: `allow: [...defaultOperations,
 * "getSourceContent"]`. Sources that were fetched from an address have no original: 404.
 *
 * @example <audio controls src={useSourceContentUrl(fileId)} />
 */
export function useSourceContentUrl(fileId: string): string;
export function useSourceContentUrl(fileId: string | undefined): string | undefined;
export function useSourceContentUrl(fileId: string | undefined): string | undefined {
  const { sources } = useDocuments();
  return fileId === undefined ? undefined : sourceContentUrl(sources, fileId);
}
