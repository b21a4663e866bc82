import { createHash } from "node:crypto";
import type { StoredFiles } from "../../backup/backup-ports.ts";
import type { Bucket } from "./bucket.ts";

/** Reads what is below files/ in a bucket, as it was listed at the first question. Changes nothing. */
export const openS3StoredFiles = (bucket: Bucket): StoredFiles => {
  let listed: Promise<Map<string, number>> | undefined;
  const list = async () => {
    const sizes = new Map<string, number>();
    for await (const { key, size } of bucket.list("files/")) sizes.set(key, size);
    return sizes;
  };
  const sizes = () => {
    listed ??= list();
    return listed;
  };
  return {
    size: async (path) => (await sizes()).get(path) ?? null,
    async stamp(path) {
      const bytes = await bucket.get(path);
      if (bytes === null) return null;
      const hash = createHash("sha256");
      let size = 0;
      for await (const piece of bytes) {
        hash.update(piece);
        size += piece.byteLength;
      }
      return { size, sha256: hash.digest("hex") };
    },
    list: async () => [...(await sizes()).keys()],
  };
};
