import type { BlobStore } from "../../ports/blob-store.ts";
import type { Source } from "../source.ts";
import { parseAddressNote, type WebSource } from "../source-address.ts";
import type { Acquire } from "./acquire.ts";
import { createAcquireFile, readStored } from "./acquire-file.ts";
import type { AcquireAddress } from "./acquire-page.ts";

/** The way of each kind of source: stored bytes, or an address that is fetched anew by each build. */
export function createAcquireSource(
  blobs: Pick<BlobStore, "read">,
  ways: Record<WebSource, AcquireAddress>,
): Acquire {
  const file = createAcquireFile(blobs);
  return async function* (source: Source, context) {
    const { fileSource } = source;
    if (fileSource === "local file") return yield* file(source, context);
    yield* ways[fileSource](parseAddressNote(await readStored(blobs, source)), context);
  };
}
