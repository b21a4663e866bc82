import type { Sandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { createAuthenticate } from "../auth/authenticate.ts";
import { createWatchTokens } from "../auth/watch-tokens.ts";
import type { QueueControl } from "../builds/shared-queue.ts";
import type { Settings } from "../config.ts";
import type { EventFeed } from "../events/event-feed.ts";
import { createNoteLimits } from "../events/note-limits.ts";
import { createApp } from "../http/app.ts";
import { capabilitiesOf } from "../http/capabilities.ts";
import { createDrain, serviceStopping } from "../http/drain.ts";
import { registerOperating, type ServiceMetrics } from "../http/operating.ts";
import { createRecordOperation } from "../http/record-operation.ts";
import type { Rooms } from "../http/rooms.ts";
import { routes } from "../http/routes.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Timer } from "../kernel/timer.ts";
import type { Traces } from "../kernel/traces.ts";
import { createCallInProcess } from "../mcp/call-in-process.ts";
import { registerMcp } from "../mcp/register-mcp.ts";
import type { Content } from "../ports/blob-store.ts";
import type { BuildEvents } from "../ports/build-events.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { BackgroundEmbedding } from "../retrieval/dense/background-embedding.ts";
import type { KeepSidecar } from "../sources/keep-sidecar.ts";
import { createEnforceLimits, type EnforceLimits } from "../usage/enforce-limits.ts";
import type { UsageMeter } from "../usage/usage-meter.ts";
import type { Seal } from "../webhooks/seal.ts";
import type { Closing } from "./closing.ts";
import type { MeaningServices } from "./embedding.ts";
import type { JudgeService } from "./judge.ts";
import { composeMcp } from "./mcp.ts";
import { openOperationThreads } from "./operation-threads.ts";
import { composePictures } from "./pictures.ts";
import type { Processes } from "./processes.ts";
import { composeReadiness } from "./readiness.ts";
import { composeRooms } from "./rooms.ts";
import { composeRuns } from "./runs.ts";
import type { SearchCluster } from "./search-cluster.ts";
import { createRequestReaders, spec } from "./spec.ts";
import type { OpenStores } from "./stores.ts";
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
  processes: Processes,
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
  const { stores, storage } = opened;
  const { clock, closing, logger, metrics, settings } = deps;
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const pictures = await composePictures(opened, {
    ...deps,
    signals: processes.signals,
    signal: cutOff.signal,
  });
  const operations = openOperationThreads(
    opened.database,
    { ...settings, embeddingSpace: deps.embeddingSpace, observations: deps.observations },
    {
      search: index.search,
      searchAll: index.searchAll,
      pageScreenshot: pictures.pageScreenshot,
      warn: async (message) => logger.warn(message),
      ...deps.meaningServices,
      ...deps.judgeService,
    },
  );
  closing.push(() => operations.close());
  const record = settings.audit.isOn
    ? createRecordOperation({
        ...stores,
        sourceOfBuild: async (projectId, buildId) =>
          (await stores.builds.find(projectId, buildId))?.fileId ?? null,
        onFault: (error) =>
          logger.error({ err: error }, "the audit log lacks an operation: it could not be written"),
      })
    : undefined;
  const { answerRuns, runOperation, ...runs } = await composeRuns(opened, processes, {
    ...{ ...deps, record },
    run: operations.run,
  });
  const noteLimits = createNoteLimits({
    ...{ ...stores, clock },
    onFault: (error) =>
      logger.error({ err: error }, "a limit was reached, and its event could not be stored"),
  });
  const projectLimits = createEnforceLimits({ ...stores, meter: deps.meter, clock });
  const watchTokens = createWatchTokens({
    ...{ tokens: stores.tokens, clock, timer: deps.timer },
    onFault: (error) => logger.error({ err: error }, "the tokens of open requests could not be looked up"),
  });
  closing.push(() => watchTokens.close());
  const rooms = composeRooms(opened, processes, {
    ...{ ...deps, pictures, answerRuns, noteLimits, watchTokens },
  });
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
    ...(await composeMcp(stores, settings, authenticate, logger)),
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
      const leaving = setTimeout(runs.leave, leaveMs);
      await drain.begin(drainMs);
      clearTimeout(leaving);
      runs.end();
      cutOff.abort(serviceStopping());
      // A connection that was opened and never used would keep the service waiting.
      const cutting = setTimeout(() => app.server.closeAllConnections(), lastWordsMs);
      await app.close();
      clearTimeout(cutting);
    },
  };
}
