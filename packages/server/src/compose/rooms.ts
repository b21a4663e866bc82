import { limits } from "@headwater/spec";
import { createManageTokens } from "../auth/manage-tokens.ts";
import type { createWatchTokens } from "../auth/watch-tokens.ts";
import { createGetBuild } from "../builds/get-build.ts";
import { createScheduleBuild } from "../builds/schedule-build.ts";
import type { QueueControl } from "../builds/shared-queue.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { NoteLimits } from "../events/note-limits.ts";
import type { Rooms } from "../http/rooms.ts";
import type { Clock } from "../kernel/clock.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import { createAddAddress } from "../sources/add-address.ts";
import { createAddFile } from "../sources/add-file.ts";
import { createAddWebSource } from "../sources/add-web-source.ts";
import { createDeleteSource } from "../sources/delete-source.ts";
import { createNoteMethod, type KeepSidecar } from "../sources/keep-sidecar.ts";
import { createReadContent } from "../sources/read-content.ts";
import { removeUnusedContent } from "../sources/remove-content.ts";
import { createTagSource } from "../sources/tag-source.ts";
import { readUsage } from "../usage/read-usage.ts";
import type { UsageMeter } from "../usage/usage-meter.ts";
import { createManageWebhooks } from "../webhooks/manage-webhooks.ts";
import type { Seal } from "../webhooks/seal.ts";
import type { Pictures } from "./pictures.ts";
import type { Processes } from "./processes.ts";
import type { ComposedRuns } from "./runs.ts";
import type { OpenStores } from "./stores.ts";

/** The functions of the rooms that run in the HTTP thread: they write small records, receive uploads and wait. */
export function composeRooms(
  { stores, blobs, sidecars, downloads, erase }: OpenStores,
  { lock }: Pick<Processes, "lock">,
  deps: {
    queue: QueueControl;
    pictures: Pictures;
    answerRuns: ComposedRuns["answerRuns"];
    noteLimits: NoteLimits;
    watchTokens: Pick<ReturnType<typeof createWatchTokens>, "look">;
    events: BuildEvents;
    eventFeed: EventFeed;
    /** Null: no webhook can be added. */
    seal: Seal | null;
    fetcher: WebFetcher;
    /** Whether web pages can be rendered in a browser. */
    canRender: boolean;
    keepSidecar: KeepSidecar;
    meter: UsageMeter;
    clock: Clock;
  },
) {
  const { answerRuns, clock, events, keepSidecar, noteLimits, pictures, queue, watchTokens } = deps;
  const scheduleBuild = createScheduleBuild({
    ...stores,
    noteMethod: createNoteMethod({ keepSidecar, lock }),
    wake: queue.wake,
  });
  const addFile = createAddFile({
    blobs,
    keepSidecar,
    removeUnused: (content) => removeUnusedContent({ ...stores, blobs, sidecars }, content),
    recordSource: (source, build) =>
      noteLimits(source.projectId, () => scheduleBuild.recordSource(source, build)),
    clock,
    lock,
    maxBytes: limits.maxFileBytes,
  });
  const manageTokens = createManageTokens({ ...stores, clock });
  return {
    addFile,
    addWebSource: createAddWebSource({
      addAddress: createAddAddress(addFile),
      refusal: deps.fetcher.refusal,
      canRender: deps.canRender,
    }),
    listSources: stores.sources.list,
    findSourcesByName: stores.sources.findByName,
    deleteSource: createDeleteSource({
      ...stores,
      blobs,
      sidecars,
      keepSidecar,
      forget: async (projectId, fileId) => {
        await downloads.removeSource({ projectId, fileId });
        await answerRuns.forget(projectId, fileId);
      },
      stopBuilds: queue.stopBuildsOf,
      forgetContent: pictures.forget,
      erase,
      lock,
    }),
    tagSource: createTagSource({ ...stores, keepSidecar, lock }),
    readContent: createReadContent({ ...stores, blobs }),
    scheduleBuild,
    getBuild: createGetBuild({ ...stores, events }),
    pageScreenshot: pictures.pageScreenshot,
    answerRuns,
    renameConversation: stores.conversations.rename,
    deleteConversation: async (projectId, conversationId) => {
      const known = await stores.conversations.remove(projectId, conversationId);
      await answerRuns.forget(projectId, conversationId);
      if (known) await erase();
      return known;
    },
    eventFeed: deps.eventFeed,
    manageWebhooks: createManageWebhooks({
      ...stores,
      clock,
      refusal: deps.fetcher.refusal,
      seal: deps.seal,
    }),
    retention: stores.retention,
    readUsage: async (projectId, days) => {
      await deps.meter.flush();
      return readUsage({ ...stores, clock }, projectId, days);
    },
    manageTokens: {
      ...manageTokens,
      async revoke(projectId, tokenId) {
        const revoked = await manageTokens.revoke(projectId, tokenId);
        // Later, so that a request that revokes its own token is answered.
        setImmediate(() => void watchTokens.look());
        return revoked;
      },
    },
  } satisfies Partial<Rooms>;
}
