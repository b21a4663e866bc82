import { setTimeout as after } from "node:timers/promises";
import type { Random } from "../documents/seeded-random.ts";
import { pick } from "../documents/seeded-random.ts";
import { createServiceCaller } from "../service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { uploadInPieces } from "../upload-in-pieces.ts";
import { type Moment, randomMoment } from "./moment.ts";

export type CrashDocument = { fileName: string; keyword: string; bytes: Uint8Array };

/** A build whose id the client received. */
export type Acknowledged = { buildId: string; document: CrashDocument };

export type CrashRuns = { dataFolder: string; token: string; random: Random; documents: CrashDocument[] };

/**
 * For each document, starts the service, uploads the document, and kills the service with SIGKILL at a random moment. A
 * document that was not acknowledged goes into the next run, as clients repeat unanswered requests. Some runs also
 * reprocess a source of an earlier run. Returns the acknowledged builds. The last run has no kill and takes the
 * remaining documents.
 */
export async function crashingRuns(runs: CrashRuns, note: (line: string) => void): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const waiting = [...runs.documents];
  for (let kill = 1; kill <= runs.documents.length; kill += 1) {
    const moment = randomMoment(runs.random);
    const document = waiting.shift();
    const before = acknowledged.length;
    const sent = await oneRun(runs, moment, document, acknowledged);
    if (document && !sent) waiting.push(document);
    note(
      `${kill}: ${JSON.stringify(moment)} ${document?.fileName}: ${acknowledged.length - before} acknowledged`,
    );
  }
  if (waiting.length > 0) {
    const service = await startServiceProcess(runs);
    try {
      for (const document of waiting) {
        const buildId = await uploadInPieces(service, runs.token, document);
        acknowledged.push({ buildId, document });
      }
    } finally {
      await service.kill();
    }
  }
  return acknowledged;
}

/** Returns whether the document was acknowledged before the kill. */
async function oneRun(
  runs: CrashRuns,
  moment: Moment,
  document: CrashDocument | undefined,
  acknowledged: Acknowledged[],
): Promise<boolean> {
  const stop = new AbortController();
  // Only the moment of the kill is random. Nothing waits for this time to pass.
  if (moment.at === "starting") void after(moment.afterMs).then(() => stop.abort());
  const service = await startServiceProcess({ ...runs, signal: stop.signal }).catch((error: Error) => error);
  if (service instanceof Error) {
    if (!stop.signal.aborted) throw service;
    return false;
  }
  try {
    await assertKnown(service, runs.token, acknowledged, stop.signal);
    if (!document) return false;
    const again =
      runs.random() < 0.3 && acknowledged.length > 0 ? pick(runs.random, acknowledged) : undefined;
    const reprocessed = again && reprocess(service, runs.token, again).catch(() => undefined);
    const onSent = (share: number) => {
      if (moment.at === "sending" && share >= moment.share) stop.abort();
    };
    const answered = await uploadInPieces(service, runs.token, { ...document, onSent }).catch(
      (error: Error) => error,
    );
    if (answered instanceof Error && !stop.signal.aborted) throw answered;
    if (typeof answered === "string") acknowledged.push({ buildId: answered, document });
    const second = await reprocessed;
    if (again && second) acknowledged.push({ buildId: second, document: again.document });
    if (moment.at === "working") await Promise.race([after(moment.afterMs), service.exited]);
    return typeof answered === "string";
  } catch (error) {
    if (stop.signal.aborted) return false;
    throw error;
  } finally {
    await service.kill();
  }
}

/** Everything acknowledged before the kill is there from the first answer after it. */
async function assertKnown(
  service: ServiceProcess,
  token: string,
  acknowledged: Acknowledged[],
  signal: AbortSignal,
): Promise<void> {
  const caller = createServiceCaller(service, token, signal);
  const listed = new Set((await caller.sources()).map((source) => source.file_id));
  for (const { buildId, document } of acknowledged) {
    const build = await caller.build(buildId);
    if (build.file_id === null || !listed.has(build.file_id)) {
      throw new Error(
        `Build ${buildId} of ${document.fileName} is ${build.status} and its source is not listed`,
      );
    }
  }
}

async function reprocess(
  service: ServiceProcess,
  token: string,
  { buildId }: Acknowledged,
): Promise<string | undefined> {
  const caller = createServiceCaller(service, token);
  const { file_id } = await caller.build(buildId);
  return file_id === null ? undefined : caller.reprocess(file_id);
}
