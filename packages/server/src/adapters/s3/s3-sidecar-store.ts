import { text } from "node:stream/consumers";
import { parseSidecar, toSidecarText } from "../../backup/sidecar-file.ts";
import type { Content } from "../../ports/blob-store.ts";
import { type SidecarStore, SidecarUnreadableError } from "../../ports/sidecar-store.ts";
import type { Bucket } from "./bucket.ts";
import { blobKey, contentOf } from "./s3-blob-store.ts";

const extension = ".json";

/** The sidecar of these bytes. */
export const sidecarKey = (content: Content): string => `${blobKey(content)}${extension}`;

/** Stores sidecars as objects beside the bytes. An object is replaced as a whole and durably, or not at all. */
export const createS3SidecarStore = (bucket: Bucket): SidecarStore => {
  const readText = async (content: Content): Promise<string | null> => {
    const bytes = await bucket.get(sidecarKey(content));
    return bytes && text(bytes);
  };

  async function* listWritten() {
    for await (const { key, modifiedAt } of bucket.list("files/")) {
      const content = key.endsWith(extension) ? contentOf(key.slice(0, -extension.length)) : null;
      if (content) yield { ...content, writtenAt: modifiedAt };
    }
  }

  return {
    async write(sidecar) {
      const content = { projectId: sidecar.project.projectId, contentHash: sidecar.contentHash };
      const written = toSidecarText(sidecar);
      if ((await readText(content)) === written) return false;
      await bucket.put(sidecarKey(content), Buffer.from(written));
      return true;
    },

    async read(projectId, contentHash) {
      const written = await readText({ projectId, contentHash });
      if (written === null) return null;
      const sidecar = parseSidecar(written);
      if (sidecar.project.projectId !== projectId || sidecar.contentHash !== contentHash)
        throw new SidecarUnreadableError("it describes other bytes than those beside it");
      return sidecar;
    },

    remove: (projectId, contentHash) => bucket.remove(sidecarKey({ projectId, contentHash })),

    // There are no halves of objects.
    removeUnfinished: async () => {},

    async *list() {
      for await (const { projectId, contentHash } of listWritten()) yield { projectId, contentHash };
    },

    listWritten,
  };
};
