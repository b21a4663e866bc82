import type { Sandbox } from "@headwater/reader";
import { limits } from "@headwater/spec";
import type { FastifyBaseLogger } from "fastify";
import { createAuthenticate } from "../auth/authenticate.ts";
import { createManageTokens } from "../auth/manage-tokens.ts";
import { createWatchTokens } from "../auth/watch-tokens.ts";
import { createGetBuild } from "../builds/get-build.ts";
import { createScheduleBuild } from "../builds/schedule-build.ts";
import type { QueueControl } from "../builds/shared-queue.ts";
import type { Settings } from "../config.ts";
import type { EventFeed } from "../events/event-feed.ts";
import { createNoteLimits } from "../events/note-limits.ts";
import { createConcludeRun } from "../flows/run/conclude-run.ts";
import { createApp } from "../http/app.ts";
import { capabilitiesOf } from "../http/capabilities.ts";
import { createDrain, serviceStopping } from "../http/drain.ts";
import { tooBusy } from "../http/error-body.ts";
import { runFailure } from "../http/flows/run-flow.ts";
import { simulationFailure } from "../http/flows/simulate-flow.ts";
import { registerOperating, type ServiceMetrics } from "../http/operating.ts";
import { createRecordOperation } from "../http/record-operation.ts";
import type { Rooms } from "../http/rooms.ts";
import { routes } from "../http/routes.ts";
import { createEventRuns } from "../http/runs/event-runs.ts";
import { createOrderedLanes } from "../http/runs/ordered-lanes.ts";
import { createRunQuestions } from "../http/runs/run-questions.ts";
import { shareLanes } from "../http/runs/shared-lanes.ts";
import { createSharedRuns } from "../http/runs/shared-runs.ts";
import { type RunToTakeUp, takeUpRun } from "../http/runs/take-up-run.ts";
import { askFailure } from "../http/sources/ask-sources.ts";
import { type Clock, steadyClock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Traces } from "../kernel/traces.ts";
import { createCallInProcess } from "../mcp/call-in-process.ts";
import { registerMcp } from "../mcp/register-mcp.ts";
import type { Content } from "../ports/blob-store.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import { createAddAddress } from "../sources/add-address.ts";
import { createAddFile } from "../sources/add-file.ts";
import { createAddWebSource } from "../sources/add-web-source.ts";
import { createDeleteSource } from "../sources/delete-source.ts";
import { createNoteMethod, type KeepSidecar } from "../sources/keep-sidecar.ts";
import { createReadContent } from "../sources/read-content.ts";
import { removeUnusedContent } from "../sources/remove-content.ts";
import { createTagSource } from "../sources/tag-source.ts";
import { createEnforceLimits, type EnforceLimits } from "../usage/enforce-limits.ts";
import { readUsage } from "../usage/read-usage.ts";
import type { UsageMeter } from "../usage/usage-meter.ts";
import { createManageWebhooks } from "../webhooks/manage-webhooks.ts";
import type { Seal } from "../webhooks/seal.ts";
import type { Closing } from "./closing.ts";
import type { MeaningServices } from "./embedding.ts";
import type { JudgeService } from "./judge.ts";
import { composeMcp } from "./mcp.ts";
import { openOperationThreads } from "./operation-threads.ts";
import { composePictures } from "./pictures.ts";
import type { Processes } from "./processes.ts";
import { composeReadiness } from "./readiness.ts";
import type { SearchCluster } from "./search-cluster.ts";
import { createRequestReaders, spec } from "./spec.ts";
import type { OpenStores } from "./stores.ts";
import { takeUpLeftRuns, takeUpRuns } from "./take-up-runs.ts";
import { threadRoomNames } from "./thread-rooms.ts";
import type { Words } from "./words.ts";

/** How long requests that came before the stop signal may take, uploads among them; see `stopOnSignals`. */
const drainMs = 8_000;
/** Runs that go on after the restart are cut short sooner. */
const leaveMs = 2_000;
/** A client that is disconnected has this long to read the reason. */
const lastWordsMs = 500;

export type Api = {
  app: Awaited<ReturnType<typeof createApp>>;
  /** Answers what is in flight, gives latecomers 503, and closes the door. */
  stop(): Promise<void>;
  /** Drops the pictures of pages of some bytes, in the other processes too. */
  forgetPictures(content: Content): Promise<void>;
};

/** What answers HTTP, over stores and beside a worker. */
export async function composeApi(
  opened: OpenStores,
  { index, indexProgress }: Words,
  { claim, lock, signals }: Processes,
  deps: {
    queue: QueueControl;
    settings: Pick<
      Settings,
      | "buildTimeoutMs"
      | "dataFolder"
      | "role"
      | "flowsDomain"
      | "trustProxy"
      | "models"
      | "mcp"
      | "media"
      | "libreOffice"
      | "metricsToken"
      | "ocr"
      | "audit"
    >;
    events: BuildEvents;
    eventFeed: EventFeed;
    /** Null: no webhook can be added. */
    seal: Seal | null;
    /** Null without an embedding model. */
    embedding: BackgroundEmbedding | null;
    meaningServices: MeaningServices;
    judgeService: JudgeService;
    embeddingSpace: string | null;
    fetcher: WebFetcher;
    /** Whether web pages can be rendered in a browser. */
    canRender: boolean;
    /** What keeps programs apart from the machine. */
    sandbox: Sandbox;
    keepSidecar: KeepSidecar;
    /** Null: the index is in the database. */
    cluster: SearchCluster | null;
    metrics: ServiceMetrics;
    meter: UsageMeter;
    /** Null: none are sent. */
    traces: Traces | null;
    /** Where threads send what they observe. */
    observations: string;
    logger: FastifyBaseLogger;
    clock: Clock;
    timer: Timer;
    closing: Closing;
  },
): Promise<Api> {
  const { stores, blobs, sidecars, storage, downloads, erase } = opened;
  const { clock, closing, events, keepSidecar, logger, metrics, queue, settings } = deps;
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const scheduleBuild = createScheduleBuild({
    ...stores,
    noteMethod: createNoteMethod({ keepSidecar, lock }),
    wake: queue.wake,
  });
  const pictures = await composePictures(opened, { ...deps, signals, signal: cutOff.signal });
  const { pageScreenshot } = pictures;
  const operations = openOperationThreads(
    opened.database,
    { ...settings, embeddingSpace: deps.embeddingSpace, observations: deps.observations },
    {
      search: index.search,
      searchAll: index.searchAll,
      pageScreenshot,
      warn: async (message) => logger.warn(message),
      ...deps.meaningServices,
      ...deps.judgeService,
    },
  );
  closing.push(() => operations.close());
  const ownRuns = createEventRuns({
    ...deps,
    clock: steadyClock,
    onFault: (error) => logger.error({ err: error }, "a streamed answer ended before it was whole"),
  });
  const sharedRuns =
    signals &&
    createSharedRuns({
      ...{ ...deps, signals, local: ownRuns, store: stores.streamedRuns },
      onFault: (error) =>
        logger.error({ err: error }, "streamed answers can't be written for the other processes"),
    });
  closing.push(async () => {
    ownRuns.close(serviceStopping());
    await sharedRuns?.close();
  });
  const answerRuns = sharedRuns ?? ownRuns;
  const conclude = createConcludeRun({ ...stores, clock });
  const tellLost = (error: unknown) =>
    logger.error({ err: error }, "the end of a run could not be written; the next start takes it up again");
  const streaming = {
    run: operations.run,
    runs: answerRuns,
    failures: { askSources: askFailure, runFlow: runFailure, simulateFlow: simulationFailure },
    durable: {
      hold: async (runId: string) => (await claim(runKey(runId))) ?? (() => {}),
      conclude: (runId: string, reason: unknown) => void conclude(runId, reason).catch(tellLost),
      drop: (runId: string) => void stores.acceptedRuns.drop(runId).catch(tellLost),
    },
  };
  const record = settings.audit.isOn
    ? createRecordOperation({
        ...stores,
        sourceOfBuild: async (projectId, buildId) =>
          (await stores.builds.find(projectId, buildId))?.fileId ?? null,
        onFault: (error) =>
          logger.error({ err: error }, "the audit log lacks an operation: it could not be written"),
      })
    : undefined;
  const lanes = createOrderedLanes({ clock: steadyClock, tooBusy });
  const runOperation = createRunQuestions({
    cited:
      record &&
      (({ operationId, caller }, run, cited) => {
        if (!caller) return;
        const ended = { via: "http", outcome: "ended", caller, onBehalfOf: null, requestId: null } as const;
        void record(operationId, { ...ended, subjects: { answer: [run], cited } });
      }),
    ...streaming,
    lanes: signals ? shareLanes(lanes, lock) : lanes,
  });
  const takingUp = { ...deps, conclude, takeUp: (run: RunToTakeUp) => takeUpRun(streaming, run) };
  if (!signals) {
    // What other processes were writing, before this one had the database for itself.
    await stores.streamedRuns.removeAll();
    await takeUpRuns(stores, takingUp);
  } else closing.push(takeUpLeftRuns(stores, { ...takingUp, claim: (runId) => claim(runKey(runId)) }));
  const noteLimits = createNoteLimits({
    ...{ ...stores, clock },
    onFault: (error) =>
      logger.error({ err: error }, "a limit was reached, and its event could not be stored"),
  });
  const projectLimits = createEnforceLimits({ ...stores, meter: deps.meter, clock });
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
  const watchTokens = createWatchTokens({
    ...{ tokens: stores.tokens, clock, timer: deps.timer },
    onFault: (error) => logger.error({ err: error }, "the tokens of open requests could not be looked up"),
  });
  closing.push(() => watchTokens.close());
  const manageTokens = createManageTokens({ ...stores, clock });
  const rooms = {
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
    pageScreenshot,
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
  const readiness = composeReadiness(opened, {
    ...deps,
    indexProgress,
    capabilities: [
      ...capabilitiesOf([...(Object.keys(rooms) as (keyof Rooms)[]), ...threadRoomNames]),
      ...(settings.models.vision ? ["vision"] : []),
      ...(settings.models.transcription || settings.media.transcriptionCommand ? ["transcription"] : []),
      ...(pictures.showsOffice ? ["office-screenshots"] : []),
      ...(deps.canRender ? ["ingest-url-rendered"] : []),
    ],
    stopping: () => stopping.signal.aborted,
  });
  const authenticate = createAuthenticate({ ...stores, clock });
  const appOptions = {
    rooms: { ...rooms, readiness },
    runOperation,
    admit: operations.admit,
    authenticate,
    watchToken: watchTokens.watch,
    readers: createRequestReaders(),
    logger,
    metrics,
    record,
    traces: deps.traces ?? undefined,
    projectLimits: {
      enter: (operationId, projectId) =>
        noteLimits(projectId, () => projectLimits.enter(operationId, projectId)),
      checkStorage: (operationId, projectId, bytes) =>
        noteLimits(projectId, () => projectLimits.checkStorage(operationId, projectId, bytes)),
    } satisfies EnforceLimits,
    flowProject: stores.flows.projectOf,
    flowsDomain: settings.flowsDomain,
    trustProxy: settings.trustProxy,
    stopping: stopping.signal,
    cutOff: cutOff.signal,
    storage,
    mayChange: opened.move.mayChange,
  };
  const app = await createApp(appOptions);
  registerMcp(app, {
    ...composeMcp(stores, settings, authenticate, logger),
    callFor: createCallInProcess({
      ...appOptions,
      routes,
      onFault: (error) => logger.error({ err: error }, "request failed"),
    }),
    admit: operations.admit,
    watchToken: watchTokens.watch,
    cutOff: cutOff.signal,
    onFault: (error) => logger.info({ err: error }, "an MCP request was refused"),
  });
  const drain = createDrain(app);
  await registerOperating(app, { metrics, metricsToken: settings.metricsToken, spec });
  return {
    app,
    forgetPictures: pictures.forget,
    async stop() {
      stopping.abort();
      const leaving = setTimeout(() => ownRuns.leave(serviceStopping()), leaveMs);
      await drain.begin(drainMs);
      clearTimeout(leaving);
      ownRuns.close(serviceStopping());
      cutOff.abort(serviceStopping());
      // A connection that was opened and never used would keep the service waiting.
      const cutting = setTimeout(() => app.server.closeAllConnections(), lastWordsMs);
      await app.close();
      clearTimeout(cutting);
    },
  };
}

const runKey = (runId: string) => `run ${runId}`;
