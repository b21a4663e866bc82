import { BlobDamagedError, BlobMissingError, type BlobStore } from "../../ports/blob-store.ts";
import { storedBytesDamaged, storedBytesMissing } from "../errors.ts";
import type { Source } from "../source.ts";
import { type Acquire, AcquireError } from "./acquire.ts";

/** An uploaded file is one document: the stored bytes, held against their hash. */
export const createAcquireFile = (blobs: Pick<BlobStore, "read">): Acquire =>
  async function* (source, { signal }) {
    const { fileName, fileType } = source;
    const bytes = await readStored(blobs, source);
    signal.throwIfAborted();
    yield { bytes, bytesAgain: () => readStored(blobs, source), fileName, extension: fileType };
  };

/** The stored bytes of a source. Throws AcquireError when they are gone or damaged. */
export const readStored = (
  blobs: Pick<BlobStore, "read">,
  { projectId, contentHash }: Source,
): Promise<Uint8Array> =>
  blobs.read(projectId, contentHash).catch((error: unknown) => {
    throw explainUnreadable(error);
  });

/** Only what is surely gone or damaged is a verdict on the file; any other failure of the disk may pass. */
const explainUnreadable = (cause: unknown): unknown => {
  if (cause instanceof BlobMissingError) return new AcquireError(storedBytesMissing, { cause });
  if (cause instanceof BlobDamagedError) return new AcquireError(storedBytesDamaged, { cause });
  return cause;
};
