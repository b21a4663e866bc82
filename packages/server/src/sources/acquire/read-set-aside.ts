import { BlobMissingError, type BlobStore } from "../../ports/blob-store.ts";
import type { Holding } from "../../ports/holding.ts";

/**
 * Reads bytes that were set aside as well, and puts them back. In a fleet those of an upload may be: where its process
 * lost its lock before it had recorded the source, and another one looked for leftovers at that moment.
 */
export const readSetAside = (
  blobs: Pick<BlobStore, "read">,
  holding: Pick<Holding, "list" | "putBack">,
): Pick<BlobStore, "read"> => ({
  async read(projectId, contentHash) {
    try {
      return await blobs.read(projectId, contentHash);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      const held = (await holding.list()).find(
        (each) => each.projectId === projectId && each.contentHash === contentHash,
      );
      if (!held || !(await holding.putBack(held))) throw error;
      return blobs.read(projectId, contentHash);
    }
  },
});
