import { BlobDamagedError, BlobMissingError, type BlobStore } from "../../ports/blob-store.ts";
import { storedBytesDamaged, storedBytesMissing } from "../errors.ts";
import { type Acquire, AcquireError } from "./acquire.ts";

/** An uploaded file is one document: the stored bytes, held against their hash. */
export const createAcquireFile = (blobs: Pick<BlobStore, "read">): Acquire =>
  async function* (source, signal) {
    const { projectId, contentHash, fileName, fileType } = source;
    const bytes = await blobs.read(projectId, contentHash).catch((error: unknown) => {
      throw explainUnreadable(error);
    });
    signal.throwIfAborted();
    yield { bytes, fileName, extension: fileType };
  };

/** Only what is surely gone or damaged is a verdict on the file; any other failure of the disk may pass. */
const explainUnreadable = (cause: unknown): unknown => {
  if (cause instanceof BlobMissingError) return new AcquireError(storedBytesMissing, { cause });
  if (cause instanceof BlobDamagedError) return new AcquireError(storedBytesDamaged, { cause });
  return cause;
};
