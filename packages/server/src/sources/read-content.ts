import type { FileId, ProjectId } from "../kernel/ids.ts";
import { BlobDamagedError, BlobMissingError, type BlobStore, type ByteRange } from "../ports/blob-store.ts";
import { contentDamaged, contentMissing, fileNotFound, noOriginalFile, originalRemoved } from "./errors.ts";
import type { Source } from "./source.ts";
import type { SourceStore } from "./source-store.ts";

/** The original bytes of a source, not read yet. */
export type SourceContent = {
  fileName: string;
  /** Extension, lowercase, without the dot. */
  fileType: string;
  contentHash: string;
  /** In bytes. */
  size: number;
  /**
   * Starts to read all bytes (`null`) or a part of them. Read as a whole they are checked: damage is thrown before the
   * last piece is given out, so that what arrives whole is sound.
   */
  read(range: ByteRange | null): Promise<AsyncIterable<Uint8Array>>;
};

/** Finds the original of a source. 404 when the source is unknown, or was read from an address and has none; 410 once it was removed. */
export type ReadContent = (projectId: ProjectId, fileId: FileId) => Promise<SourceContent>;

export function createReadContent(deps: {
  sources: Pick<SourceStore, "find">;
  blobs: Pick<BlobStore, "size" | "readStream" | "readRange">;
}): ReadContent {
  const find = async (projectId: ProjectId, fileId: FileId): Promise<Source> => {
    const source = await deps.sources.find(projectId, fileId);
    if (!source) throw fileNotFound();
    if (source.fileSource !== "local file") throw noOriginalFile();
    if (source.originalRemovedAt) throw originalRemoved();
    return source;
  };
  return async (projectId, fileId) => {
    const { fileName, fileType, contentHash, fileSize } = await find(projectId, fileId);
    const explained = async (error: unknown): Promise<never> => {
      if (error instanceof BlobMissingError) {
        // The source may have been deleted since it was found.
        await find(projectId, fileId);
        throw contentMissing(error);
      }
      if (error instanceof BlobDamagedError) throw contentDamaged(error);
      throw error;
    };
    const size = await deps.blobs.size(projectId, contentHash).catch(explained);
    if (size !== fileSize) throw contentDamaged();
    return {
      fileName,
      fileType,
      contentHash,
      size,
      read(range) {
        const isPart = range !== null && range.end - range.start + 1 < size;
        const pieces = isPart
          ? deps.blobs.readRange(projectId, contentHash, range)
          : untilChecked(deps.blobs.readStream(projectId, contentHash));
        return begun(pieces).catch(explained);
      },
    };
  };
}

/** Gives each piece out when the next one is there, and so the last one only after the check behind it. */
async function* untilChecked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined;
  for await (const piece of pieces) {
    if (held) yield held;
    held = piece;
  }
  if (held) yield held;
}

/** The same pieces, the first of them read already: what fails at once fails before an answer is begun. */
async function begun(pieces: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | undefined = await iterator.next();
  const next = async () => {
    const result = first ?? (await iterator.next());
    first = undefined;
    return result;
  };
  // Closes the file also where nothing more is read.
  const end = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
