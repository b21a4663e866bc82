import type { AddressKind } from "../sources/address.ts";
import { nameOfSource } from "../sources/kinds.ts";

const fileSources = {
  "ingest-url": "url",
  "ingest-github": "github",
  "ingest-youtube": "youtube",
} as const satisfies Record<AddressKind, string>;

/** The name of an address, as the list of sources will show it. */
export const nameOfAddress = ({ kind, url }: { kind: AddressKind | undefined; url: string }): string =>
  kind === undefined ? url : nameOfSource({ file_source: fileSources[kind], file_name: url });
