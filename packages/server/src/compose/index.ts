import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { findSandbox } from "@headwater/reader";
import type { FastifyBaseLogger } from "fastify";
import { startTrimming } from "../adapters/allocator/start-trimming.ts";
import { freeBytesOf } from "../adapters/filesystem/empty-folder.ts";
import { writeTokenFile } from "../adapters/filesystem/token-file.ts";
import { createInProcessBuildEvents } from "../adapters/memory/in-process-build-events.ts";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import { createMetrics } from "../adapters/prometheus/create-metrics.ts";
import { measureDatabase } from "../adapters/sql/measure-database.ts";
import { receiveObservations } from "../adapters/threads/observations.ts";
import { ofOperator } from "../audit/audit-log.ts";
import { ensureFirstProject } from "../auth/first-project.ts";
import { hashToken } from "../auth/token.ts";
import type { TokenStore } from "../auth/token-store.ts";
import type { Settings } from "../config.ts";
import { listen } from "../http/listen.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemTimer } from "../kernel/timer.ts";
import { createKeepSidecar } from "../sources/keep-sidecar.ts";
import { version } from "../version.ts";
import { composeApi } from "./api.ts";
import { type Closing, createClosing } from "./closing.ts";
import { describeSandbox } from "./describe-sandbox.ts";
import { composeEmbedding } from "./embedding.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { describeModels } from "./models.ts";
import { openStores } from "./stores.ts";
import { openBrowser, openWeb } from "./web.ts";
import { composeWorker } from "./worker.ts";

export type Service = {
  /** Where it listens, as `http://host:port`. */
  address: string;
  /** Absolute path. */
  dataFolder: string;
  /** Which PostgreSQL database it uses, without the password; null for the one in the data folder. */
  database: string | null;
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

/** Models that are handed in, not named in the settings. */
/** The whole service in one process: stores, a worker and the API, and what they share. */
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
  const shared = { logger, clock: systemClock, timer: systemTimer, closing };
  const { clock } = shared;
  const fetcher = openWeb(settings.web);
  // Tried while the stores are opened, so that it costs the start no time.
  const finding = findSandbox({ hidden: [resolve(settings.dataFolder)] });
  const opened = await openStores(settings, shared);
  const { folder, stores } = opened;
  const sandbox = await finding;
  const { detail } = describeSandbox(sandbox);
  if (detail !== null) logger.warn(detail);
  const browser = await openBrowser(settings.web, sandbox);
  await stores.flows.settleStates();
  const newToken = await ensureFirstProject(
    { projects: stores.projects, clock, secret: settings.token },
    (secret) => writeTokenFile(folder.token, secret),
  );
  const metrics = createMetrics({
    version,
    database: () => measureDatabase(opened.connection),
    // Asked once the service answers.
    missingIn: {
      words: () => missing(worker.indexProgress()),
      vectors: async () => (meaning.embedding ? missing(await meaning.embedding.progress()) : 0),
    },
    freeBytes: () => freeBytesOf(folder.root),
    now: () => clock.now(),
  });
  const { observe } = metrics;
  const observations = `headwater-observations-${randomUUID()}`;
  closing.push(receiveObservations(observations, observe));
  if (settings.audit.isOn)
    await stores.auditLog.append(
      { ...ofOperator, via: "service", operation: "startService", subjects: { setting: settings.named } },
      { isDurable: true },
    );
  const events = createInProcessBuildEvents();
  const lock = createInProcessLock();
  const keepSidecar = createKeepSidecar({ ...stores, ...opened });

  const meaning = await composeEmbedding(opened, settings.models, { ...shared, observe });
  const worker = await composeWorker(opened, settings, {
    ...shared,
    ...meaning,
    fetcher,
    browser,
    sandbox,
    events,
    observe,
    observations,
  });
  const api = await composeApi(opened, worker, {
    ...shared,
    ...meaning,
    settings,
    fetcher,
    canRender: browser !== null,
    sandbox,
    events,
    lock,
    keepSidecar,
    metrics,
    observations,
  });
  closing.push(() => Promise.all([worker.queue.stop(), api.stop()]));
  const address = await listen(api.app, settings);
  worker.start();
  meaning.embedding?.start();
  closing.push(startHousekeeping({ ...stores, ...opened, ...settings, keepSidecar, lock, clock, logger }));
  const stopTrimming = startTrimming(shared.timer, (error) =>
    logger.warn({ err: error }, "memory that was freed stays with the C library until the service restarts"),
  );
  closing.push(stopTrimming);
  return {
    address,
    dataFolder: folder.root,
    database: opened.databasePlace,
    tokenPath: folder.token,
    newToken,
    isTokenSettingUnused: settings.token !== undefined && !(await isToken(stores.tokens, settings.token)),
    models: describeModels(settings.models),
    embedded: meaning.embedding && (await meaning.embedding.progress()),
    close: closing.close,
  };
}

const missing = ({ done, total }: { done: number; total: number }): number => total - done;

const isToken = async (tokens: TokenStore, secret: string): Promise<boolean> =>
  (await tokens.findByHash(hashToken(secret))) !== null;
