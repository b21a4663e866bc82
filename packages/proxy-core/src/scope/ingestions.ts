import type { Build } from "@headwater/spec";
import type { LRUCache } from "lru-cache";
import { callbackMs, within } from "../callback.ts";
import type { FailedStage } from "../events.ts";
import type { FileReady } from "../options/proxy-options.ts";
import type { OwnershipStore } from "../ownership/ownership-store.ts";
import { mapWithLimit } from "./map-with-limit.ts";
import type { ServiceReader } from "./service-reader.ts";

export type Ingestions = {
  /**
   * Records the state of a build: the caller becomes the owner of its file, and `onFileReady` is called when it has
   * ended.
   */
  observe: (buildId: string, caller: string, build: unknown) => Promise<void>;
  /** Asks the service about every open ingestion of a caller. Returns whether there was any. */
  refresh: (caller: string, service: ServiceReader) => Promise<boolean>;
  /** Informs the application that a file is ready. Returns whether the application accepted it. */
  announce: (file: FileReady) => Promise<boolean>;
};

export type IngestionsOptions = {
  store: OwnershipStore;
  onFileReady: ((file: FileReady) => void | Promise<void>) | undefined;
  /** Called for a failure that does not stop the request. */
  onFailure: (stage: FailedStage, error: unknown) => void;
  /** When each unknown build was first missing. It is kept from request to request. */
  missingSince: LRUCache<string, number>;
  /** The builds for whose files `onFileReady` is running. It is kept from request to request. */
  announcing: Map<string, Promise<void>>;
  /** The current time in milliseconds. */
  now: () => number;
};

/** Maximum number of unfinished files of one caller. */
export const maxOpenIngestions = 256;
const concurrency = 8;
/**
 * Milliseconds that a build may be unknown before it is given up. A build that was just scheduled may not be recorded
 * yet.
 */
const graceMs = 60_000;

/** Tracks the builds that make a new file, from their start to their end. */
export function createIngestions({
  store,
  onFileReady,
  onFailure,
  missingSince,
  announcing,
  now,
}: IngestionsOptions): Ingestions {
  async function announce(file: FileReady): Promise<boolean> {
    try {
      await within(onFileReady?.(file), callbackMs, "onFileReady");
      return true;
    } catch (error) {
      onFailure("onFileReady", error);
      return false;
    }
  }

  async function observe(buildId: string, caller: string, answered: unknown): Promise<void> {
    const { status, file_id: fileId, file_name: fileName } = (answered ?? {}) as Partial<Build>;
    if (status === undefined || status === "Pending" || status === "Processing") {
      if (fileId) await store.claim("file", fileId, caller);
      return;
    }
    if (status === "not_found") {
      const since = missingSince.get(buildId) ?? now();
      missingSince.set(buildId, since);
      if (now() - since > graceMs) await store.release("ingestion", buildId);
      return;
    }
    if (fileId) await store.claim("file", fileId, caller);
    if (!fileId || !status.startsWith("Completed")) {
      await store.release("ingestion", buildId);
      return;
    }
    // Several requests may see the end at once. One of them calls `onFileReady`, and the others wait for it.
    const told =
      announcing.get(buildId) ??
      tell({ id: buildId, caller, fileId, fileName: fileName ?? null, buildId }).finally(() =>
        announcing.delete(buildId),
      );
    announcing.set(buildId, told);
    await told;
  }

  /** The ingestion is released after `onFileReady`: if the process ends in between, it is called again. */
  async function tell(file: FileReady & { buildId: string }): Promise<void> {
    if ((await store.ownerOf("ingestion", file.buildId)) !== file.caller) return;
    if (await announce(file)) await store.release("ingestion", file.buildId);
  }

  return {
    observe,
    announce,
    async refresh(caller, service) {
      const open = (await store.listOwned("ingestion", caller)).slice(0, maxOpenIngestions);
      await mapWithLimit(concurrency, open, async (buildId) => {
        let build: unknown;
        try {
          build = await service.build(buildId);
        } catch (error) {
          // The file stays invisible until the service answers for it.
          return onFailure("upstream", error);
        }
        await observe(buildId, caller, build);
      });
      return open.length > 0;
    },
  };
}
