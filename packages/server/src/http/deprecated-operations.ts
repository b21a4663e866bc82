import type { UploadedSource } from "@headwater/spec";
import type { Caller } from "../auth/authenticate.ts";
import type { BuildId, FileId } from "../kernel/ids.ts";
import { sourceNodeNotFound } from "../sources/errors.ts";
import { presentUploadedSource } from "./present/source.ts";
import type { Rooms } from "./rooms.ts";

/**
 * The deprecated operations are synchronous. When a build takes longer than this, its current state is answered and the
 * build continues.
 */
const maxWaitMs = 60_000;

/** Waits for a build to end and returns its source. */
export async function sourceAfterBuild(
  rooms: Pick<Rooms, "getBuild" | "listSources">,
  { projectId }: Caller,
  { fileId, buildId }: { fileId: FileId; buildId: BuildId },
  methodSent: string | undefined,
  signal: AbortSignal,
): Promise<UploadedSource> {
  const waitMs = maxWaitMs;
  await rooms.getBuild({
    projectId,
    buildId,
    withElements: false,
    withImages: false,
    page: null,
    waitMs,
    signal,
  });
  const [source] = await rooms.listSources(projectId, [fileId]);
  if (!source) throw sourceNodeNotFound();
  return presentUploadedSource(source, methodSent);
}
