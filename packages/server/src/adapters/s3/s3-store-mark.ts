import { text } from "node:stream/consumers";
import { parseStoreMark, storeMarkText } from "../../backup/store-mark.ts";
import type { Bucket } from "./bucket.ts";

export type MarkedFolder = "files" | "holding";

const markKey = (folder: MarkedFolder): string => `${folder}/store.json`;

/** The store that owns the objects of a folder; null while there is no mark. Throws OperatorError when it is damaged. */
export async function readS3StoreMark(bucket: Bucket, folder: MarkedFolder): Promise<string | null> {
  const bytes = await bucket.get(markKey(folder));
  return bytes && parseStoreMark(await text(bytes), `${markKey(folder)} in ${bucket.place}`);
}

/** Records which store owns the objects of a folder. False when another store was first. `again` writes over its own mark. */
export async function markS3Folder(
  bucket: Bucket,
  folder: MarkedFolder,
  storeId: string,
  { again = false } = {},
): Promise<boolean> {
  const mark = Buffer.from(storeMarkText(storeId));
  if (await bucket.put(markKey(folder), mark, { ifAbsent: !again })) return true;
  return (await readS3StoreMark(bucket, folder)) === storeId;
}
