import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { findSandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { startTrimming } from "../adapters/allocator/start-trimming.ts";
import { freeBytesOf } from "../adapters/filesystem/empty-folder.ts";
import { writeTokenFile } from "../adapters/filesystem/token-file.ts";
import { createMetrics } from "../adapters/prometheus/create-metrics.ts";
import { logSlowQuestions } from "../adapters/slow-question-log.ts";
import { measureDatabase } from "../adapters/sql/measure-database.ts";
import { momentOfNow, receiveObservations } from "../adapters/threads/observations.ts";
import { ofOperator } from "../audit/audit-log.ts";
import { ensureFirstProject } from "../auth/first-project.ts";
import { hashToken } from "../auth/token.ts";
import type { TokenStore } from "../auth/token-store.ts";
import { createQueueElsewhere } from "../builds/shared-queue.ts";
import type { Settings } from "../config.ts";
import { createEventFeed } from "../events/event-feed.ts";
import { listen } from "../http/listen.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Observation, Observe } from "../kernel/observe.ts";
import { systemTimer } from "../kernel/timer.ts";
import type { Moment, Traces } from "../kernel/traces.ts";
import type { Signals } from "../ports/signals.ts";
import { createKeepSidecar } from "../sources/keep-sidecar.ts";
import { createUsageMeter } from "../usage/usage-meter.ts";
import { version } from "../version.ts";
import { createSeal } from "../webhooks/seal.ts";
import { composeApi } from "./api.ts";
import { composeBuildEvents } from "./build-events.ts";
import { type Closing, createClosing } from "./closing.ts";
import { describeSandbox } from "./describe-sandbox.ts";
import { composeEmbedding } from "./embedding.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { composeJudge } from "./judge.ts";
import { describeModels } from "./models.ts";
import { joinProcesses } from "./processes.ts";
import { composeRetention } from "./retention.ts";
import { openSearchCluster } from "./search-cluster.ts";
import { type OpenStores, openStores } from "./stores.ts";
import { openBrowser, openWeb } from "./web.ts";
import { deliverWebhooks } from "./webhooks.ts";
import { composeWords } from "./words.ts";
import { composeWorker } from "./worker.ts";
import { composeWorkerApi } from "./worker-api.ts";

export type Service = {
  /** Where it listens, as `http://host:port`. */
  address: string;
  role: Settings["role"];
  /** Absolute path. */
  dataFolder: string;
  /** Which PostgreSQL database it uses, without the password; null for the one in the data folder. */
  database: string | null;
  /** Where its files are in S3; null for the data folder. */
  files: string | null;
  /** Which OpenSearch cluster its indexes are in, and which of them; null for the database. */
  index: string | null;
  /** Where the first token is kept for local tools. */
  tokenPath: string;
  /** The first project's token, on a new data folder only. */
  newToken: string | null;
  /** Whether `HEADWATER_TOKEN` is set and opens nothing: it counts for a new data folder only. */
  isTokenSettingUnused: boolean;
  /** Which models it works with, in one line. */
  models: string;
  /** Documents that have vectors, and all of the projects where some lack them; null without an embedding model. */
  embedded: { done: number; total: number } | null;
  /** Takes no more requests, gives running builds back to the queue, closes everything. */
  close(): Promise<void>;
};

/** The whole service, or its part for the role of this process: stores, a worker and the API, and what they share. */
export async function startService(settings: Settings, logger: FastifyBaseLogger): Promise<Service> {
  const closing = createClosing();
  try {
    return await compose(settings, logger, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function compose(settings: Settings, logger: FastifyBaseLogger, closing: Closing): Promise<Service> {
  const beside = { logger, timer: systemTimer, closing };
  const fetcher = openWeb(settings.web);
  // Tried while the stores are opened, so that it costs the start no time.
  const finding = findSandbox({ hidden: [resolve(settings.dataFolder)] });
  const processes = await joinProcesses(settings, beside);
  const { clock, lock, signals, keeper } = processes;
  const shared = { ...beside, clock };
  // Of those that start at once, one makes what is not there yet.
  const { opened, cluster, newToken } = await lock("start", async () => {
    const stores = await openStores(settings, processes, shared);
    const cluster = await openSearchCluster(settings, { ...stores, isShared: signals !== null, closing });
    return { opened: stores, cluster, newToken: await ensureFirst(stores, settings, clock) };
  });
  const { folder, stores } = opened;
  const sandbox = await finding;
  const { detail } = describeSandbox(sandbox, settings.dataFolder);
  if (detail !== null) logger.warn(detail);
  const browser = await openBrowser(settings.web, sandbox);
  // The runs of other processes go on.
  if (!signals) await stores.flows.settleStates();
  const metrics = createMetrics({
    version,
    database: () => measureDatabase(opened.connection),
    // Asked once the service answers.
    missingIn: {
      words: () => missing(words.indexProgress()),
      vectors: async () => (meaning.embedding ? missing(await meaning.embedding.progress()) : 0),
    },
    freeBytes: () => freeBytesOf(folder.root),
    now: () => clock.now(),
  });
  const meter = createUsageMeter({
    ...{ ...stores, clock, timer: systemTimer },
    onFault: (error) =>
      logger.error({ err: error }, "what projects used could not be written; it is tried again"),
  });
  closing.push(() => meter.close());
  const observers = [metrics.observe, meter.observe];
  if (settings.slowQuestionMs > 0) observers.push(logSlowQuestions(logger, settings.slowQuestionMs));
  const traces = await openTracesTo(settings.traces);
  if (traces) closing.push(() => traces.close());
  const observeAt = (observation: Observation, moment: Moment) => {
    for (const each of observers) each(observation);
    traces?.observe(observation, moment);
  };
  const observe: Observe = (observation) => observeAt(observation, momentOfNow());
  const observations = `headwater-observations-${randomUUID()}`;
  closing.push(receiveObservations(observations, observeAt));
  if (settings.audit.isOn)
    await stores.auditLog.append(
      { ...ofOperator, via: "service", operation: "startService", subjects: { setting: settings.named } },
      { isDurable: true },
    );
  const seal = settings.webhookKey === undefined ? null : createSeal(settings.webhookKey);
  const eventFeed = createEventFeed({ ...stores, timer: systemTimer });
  closing.push(() => eventFeed.close());
  const events = composeBuildEvents(opened, processes, { ...shared, onEnded: eventFeed.wake });
  const keepSidecar = createKeepSidecar({ ...stores, ...opened });

  const meaning = await composeEmbedding(opened, settings.models, processes, { ...shared, cluster, observe });
  const words = composeWords(opened, processes, settings, { ...shared, cluster });
  const parts = {
    ...shared,
    ...meaning,
    settings,
    cluster,
    fetcher,
    sandbox,
    events,
    eventFeed,
    seal,
    metrics,
    meter,
    traces,
    observe,
    observations,
  };
  const queue =
    settings.role === "api"
      ? null
      : await composeWorker(opened, processes, settings, { ...parts, browser, cutTerms: words.cutTerms });
  const api =
    settings.role === "worker"
      ? composeWorkerApi(opened, words, { ...parts, signals })
      : await composeApi(opened, words, processes, {
          ...parts,
          judgeService: await composeJudge(settings.models, { ...shared, observe }),
          queue: queue ?? createQueueElsewhere(signals as Signals),
          canRender: browser !== null,
          keepSidecar,
        });
  closing.push(() => Promise.all([queue?.stop(), api.stop()]));
  const address = await listen(api.app, settings);
  words.start();
  queue?.start();
  if (keeper) closing.push(deliverWebhooks(opened, { ...shared, fetcher, keeper, seal }));
  const { embedding } = meaning;
  const keepHouse = once(() => {
    closing.push(startHousekeeping({ ...stores, ...opened, ...settings, keepSidecar, lock, clock, logger }));
  });
  const removeOld = once(() => {
    const stopRemoving = composeRetention(opened, {
      ...shared,
      ...{ keepSidecar, lock, forgetContent: api.forgetPictures, isAudited: settings.audit.isOn },
      mayWork: () => keeper?.isKeeper() === true && !opened.move.isMoving(),
    });
    closing.push(stopRemoving);
  });
  keeper?.onChange((isKeeper) => {
    if (!isKeeper) return;
    embedding?.start();
    keepHouse();
    removeOld();
  });
  if (signals && keeper && embedding)
    // What a process has built and not embedded before it ended.
    closing.push(shared.timer.every(embedAgainMs, () => keeper.isKeeper() && embedding.start()));
  const stopTrimming = startTrimming(shared.timer, (error) =>
    logger.warn({ err: error }, "memory that was freed stays with the C library until the service restarts"),
  );
  closing.push(stopTrimming);
  return {
    address,
    role: settings.role,
    dataFolder: folder.root,
    database: opened.databasePlace,
    files: opened.filesPlace,
    index: cluster?.description ?? null,
    tokenPath: folder.token,
    newToken,
    isTokenSettingUnused: settings.token !== undefined && !(await isToken(stores.tokens, settings.token)),
    models: describeModels(settings.models),
    embedded: embedding && (await embedding.progress()),
    close: closing.close,
  };
}

const missing = ({ done, total }: { done: number; total: number }): number => total - done;

/** The library is loaded only where traces are sent. */
const openTracesTo = async (settings: Settings["traces"]): Promise<Traces | null> =>
  settings && (await import("../adapters/opentelemetry/open-traces.ts")).openTraces(settings, version);

const embedAgainMs = 300_000;

const ensureFirst = (
  { stores, folder }: OpenStores,
  { token }: Settings,
  clock: Clock,
): Promise<string | null> =>
  ensureFirstProject({ projects: stores.projects, clock, secret: token }, (secret) =>
    writeTokenFile(folder.token, secret),
  );

const once = (task: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) task();
    done = true;
  };
};

const isToken = async (tokens: TokenStore, secret: string): Promise<boolean> =>
  (await tokens.findByHash(hashToken(secret))) !== null;
