import { BlobDamagedError, BlobMissingError, type BlobStore, type Content } from "../ports/blob-store.ts";
import { type Sidecar, type SidecarStore, SidecarUnreadableError } from "../ports/sidecar-store.ts";

/** What files and sidecars can bring back without a database, and what not. */
export type RecoveryPlan = {
  storeId: string | null;
  /** With sound bytes; a project's name is its latest one. */
  contents: Sidecar[];
  /** One line each, naming the file and why it can't come back. */
  losses: string[];
  /** Bytes without a usable sidecar: their project and name are unknown. */
  nameless: Content[];
};

type StoredBytes = Pick<BlobStore, "list" | "readStream">;

/**
 * Reads every stored file and every sidecar. A sidecar is trusted only when it is whole, of this store, and describes
 * bytes that have the hash and the size it says. Without `storeId` the store is the one that the first sidecar names.
 */
export async function planRecovery(
  { blobs, sidecars }: { blobs: StoredBytes; sidecars: SidecarStore },
  marked: string | null,
): Promise<RecoveryPlan> {
  const plan: RecoveryPlan = { storeId: marked, contents: [], losses: [], nameless: [] };
  const described = new Set<string>();
  const fileIds = new Set<string>();

  for await (const content of sidecars.list()) {
    const sidecar = await readSidecar(sidecars, content);
    if (sidecar instanceof SidecarUnreadableError) {
      plan.losses.push(`${nameOf(content)}: its sidecar can't be used: ${sidecar.message}`);
      continue;
    }
    if (!sidecar) continue;
    plan.storeId ??= sidecar.storeId;
    if (sidecar.storeId !== plan.storeId) {
      plan.losses.push(`${nameOf(content)}: its sidecar is of another store (${sidecar.storeId})`);
      continue;
    }
    described.add(nameOf(content));
    const fault = await faultOf(blobs, sidecar);
    const repeated = sidecar.sources.filter(({ fileId }) => fileIds.has(fileId));
    const sound = fault ? [] : sidecar.sources.filter(({ fileId }) => !fileIds.has(fileId));
    for (const { fileId, fileName } of fault ? sidecar.sources : repeated) {
      plan.losses.push(`${fileName} (${fileId}): ${fault ?? "another sidecar has the same file id"}`);
    }
    for (const { fileId } of sound) fileIds.add(fileId);
    if (sound.length > 0) plan.contents.push({ ...sidecar, sources: sound });
  }

  for await (const content of blobs.list()) {
    if (!described.has(nameOf(content))) plan.nameless.push(content);
  }
  return plan;
}

const nameOf = ({ projectId, contentHash }: Content): string => `${projectId}/${contentHash}`;

const readSidecar = async (
  sidecars: SidecarStore,
  { projectId, contentHash }: Content,
): Promise<Sidecar | SidecarUnreadableError | null> => {
  try {
    return await sidecars.read(projectId, contentHash);
  } catch (error) {
    if (error instanceof SidecarUnreadableError) return error;
    throw error;
  }
};

/** Why these bytes can't be read again; null when they are sound. */
const faultOf = async (
  blobs: StoredBytes,
  { project, contentHash, size }: Sidecar,
): Promise<string | null> => {
  let found = 0;
  try {
    for await (const piece of blobs.readStream(project.projectId, contentHash)) found += piece.byteLength;
  } catch (error) {
    if (error instanceof BlobMissingError) return "its bytes are missing";
    if (error instanceof BlobDamagedError) return "its bytes are damaged: they don't have the recorded hash";
    throw error;
  }
  return found === size ? null : `its sidecar says ${size} bytes, there are ${found}`;
};
