import { heldNameOf, readHeldName } from "../../backup/held-name.ts";
import type { Clock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Held, Holding } from "../../ports/holding.ts";
import type { Bucket } from "./bucket.ts";
import { blobKey } from "./s3-blob-store.ts";
import { sidecarKey } from "./s3-sidecar-store.ts";
import { markS3Folder, readS3StoreMark } from "./s3-store-mark.ts";

/**
 * Keeps bytes that were set aside as `holding/<time>-<project>-<hash>/<hash>`, with their sidecar beside them. Objects are
 * copied by the server, and removed from their old place afterwards. Nothing is swept while the mark names another store.
 */
export const createS3Holding = (
  bucket: Bucket,
  { storeId, clock }: { storeId: string; clock: Clock },
): Holding => {
  const refuseOther = async () => {
    if (await markS3Folder(bucket, "holding", storeId)) return;
    throw new OperatorError(
      `holding/ in ${bucket.place} has files of another store. Move them elsewhere, or set HEADWATER_FILES to another prefix.`,
    );
  };

  const move = async (from: string, to: string): Promise<boolean> => {
    if (!(await bucket.copy(from, to))) return false;
    await bucket.remove(from);
    return true;
  };

  const removeAll = async (place: string) => {
    for await (const { key } of bucket.list(`${place}/`)) await bucket.remove(key);
  };

  const list = async (): Promise<Held[]> => {
    const places = new Map<string, Held>();
    for await (const { key } of bucket.list("holding/")) {
      const [, name = ""] = key.split("/");
      const held = readHeldName(name);
      if (held) places.set(name, { ...held, place: `holding/${name}` });
    }
    return [...places.values()].sort((a, b) => a.heldAt.getTime() - b.heldAt.getTime());
  };

  return {
    async setAside({ projectId, contentHash }) {
      const content = { projectId, contentHash };
      await refuseOther();
      const heldAt = clock.now();
      const place = `holding/${heldNameOf({ ...content, heldAt })}`;
      // Either may be missing already: a crash came between the two steps, and this is the next start.
      await move(blobKey(content), `${place}/${contentHash}`);
      await move(sidecarKey(content), `${place}/${contentHash}.json`);
      return { ...content, heldAt, place };
    },

    list,

    async putBack({ projectId, contentHash, place }) {
      if (!(await bucket.copy(`${place}/${contentHash}`, blobKey({ projectId, contentHash })))) return false;
      await removeAll(place);
      return true;
    },

    async sweep(before) {
      const old = (await list()).filter(({ heldAt }) => heldAt < before);
      if (old.length === 0 || (await readS3StoreMark(bucket, "holding")) !== storeId) return [];
      for (const { place } of old) await removeAll(place);
      return old;
    },
  };
};
