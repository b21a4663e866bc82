import { BlobDamagedError, BlobMissingError, type BlobStore, type Content } from "../../ports/blob-store.ts";

/** Bytes that could not be moved, because they are not sound where they come from. */
export type LostFile = Content & { problem: "missing" | "damaged" };

/** Copies the bytes that the other place lacks. Answers why they can't be copied; null when they are there. */
export async function copyFile(
  from: Pick<BlobStore, "readStream">,
  to: BlobStore,
  { projectId, contentHash }: Content,
): Promise<LostFile | null> {
  if (await isThere(to, { projectId, contentHash })) return null;
  try {
    const staged = await to.stage(from.readStream(projectId, contentHash), Number.MAX_SAFE_INTEGER);
    await to.commit(projectId, staged);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { projectId, contentHash, problem };
  }
}

/** Reads the bytes at the other place through, and compares their hash. Damaged ones are copied once more. */
export async function checkFile(
  from: Pick<BlobStore, "readStream">,
  to: BlobStore,
  content: Content,
): Promise<LostFile | null> {
  const { projectId, contentHash } = content;
  const read = async () => {
    for await (const _ of to.readStream(projectId, contentHash));
  };
  try {
    await read();
  } catch (error) {
    if (problemOf(error) === null) throw error;
    await to.remove(projectId, contentHash);
    const lost = await copyFile(from, to, content);
    if (lost) return lost;
    await read();
  }
  return null;
}

/** Files that are on their way at a time: a small one mostly waits for the other place to answer. */
const filesAtATime = 8;

/** Works on what comes, some at a time. After a failure nothing more begins. */
export async function someAtATime<Item>(
  items: AsyncGenerator<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const workOnNext = async (): Promise<void> => {
    for await (const item of items) await work(item);
  };
  // The loop that fails ends the items for all.
  await Promise.all(Array.from({ length: filesAtATime }, workOnNext));
}

async function isThere(to: BlobStore, { projectId, contentHash }: Content): Promise<boolean> {
  try {
    await to.size(projectId, contentHash);
    return true;
  } catch (error) {
    if (error instanceof BlobMissingError) return false;
    throw error;
  }
}

function problemOf(error: unknown): LostFile["problem"] | null {
  if (error instanceof BlobMissingError) return "missing";
  return error instanceof BlobDamagedError ? "damaged" : null;
}
