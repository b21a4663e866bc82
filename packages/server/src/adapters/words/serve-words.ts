import type { MessagePort } from "node:worker_threads";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { ChunkHit } from "../../retrieval/chunk-index.ts";
import type { WordIndex } from "../../retrieval/words/word-index.ts";
import { sendNotice, serveCalls } from "../threads/serve-calls.ts";
import type { WordCall, WordWarning } from "./threaded-words.ts";

/** How often new chunks are stored as segments where there are many, in ms. */
const defaultTidyEveryMs = 1_000;
/** How often segments are written anew without what was deleted, in ms: half of the hour that is promised. */
const clearEveryMs = 30 * 60_000;

/** Says what the operator should know. */
export const warn = (port: MessagePort, projectId: ProjectId | null, text: string): void =>
  sendNotice(port, { projectId, text } satisfies WordWarning);

/** Answers what comes over a port, and keeps the index in order beside it. Answers how to end that. */
export function serveWords(
  port: MessagePort,
  index: WordIndex,
  {
    timer,
    erase,
    isKeeper = true,
    tidyEveryMs = defaultTidyEveryMs,
  }: {
    timer: Timer;
    /** Takes what was deleted out of the database's files. */
    erase: () => Promise<void>;
    /** Whether this index stores segments, until it hears otherwise. One of all processes does. */
    isKeeper?: boolean;
    tidyEveryMs?: number;
  },
): () => Promise<void> {
  let keeps = isKeeper;
  serveCalls<WordCall>(port, async (call) => {
    if (call.kind === "keep") {
      if (call.isKeeper && !keeps) void keep(clear);
      keeps = call.isKeeper;
      return { answer: null };
    }
    if (call.kind === "compare") return { answer: await index.compare(call.projectId) };
    if (call.kind === "searchAll")
      return { answer: (await index.searchAll(call.projectId, call.query)).map(inOneBuffer) };
    const hits = inOneBuffer(await index.search(call.projectId, call.query));
    return { answer: hits, moved: hits.slice(0, 1).map(({ termHashes }) => termHashes.buffer) };
  });
  let tidying: Promise<void> = Promise.resolve();
  let waits = false;
  /** What went wrong at the last try: while a database is down, it is said once and not every second. */
  let said = "";
  const fails = (error: Error) => {
    if (error.message !== said) warn(port, null, `The words' index could not be stored: ${error.message}`);
    said = error.message;
  };
  /** One after the other, and none is planned twice. */
  const keep = (work: () => Promise<unknown>) => {
    tidying = tidying.then(work).then(() => {
      said = "";
    }, fails);
    return tidying;
  };
  const stopTidying = timer.every(tidyEveryMs, () => {
    if (waits || !keeps) return;
    waits = true;
    void keep(() => index.tidy()).then(() => {
      waits = false;
    });
  });
  const clear = async () => {
    if (await index.clear()) await erase();
  };
  if (keeps) void keep(clear);
  const stopClearing = timer.every(clearEveryMs, () => {
    if (keeps) void keep(clear);
  });

  return async () => {
    stopTidying();
    stopClearing();
    await tidying;
  };
}

/** Hits whose terms are in one buffer: it goes to another thread at once, where many would be copied one by one. */
function inOneBuffer(hits: readonly ChunkHit[]): ChunkHit[] {
  const all = new Uint32Array(hits.reduce((sum, { termHashes }) => sum + termHashes.length, 0));
  let start = 0;
  return hits.map((hit) => {
    const end = start + hit.termHashes.length;
    all.set(hit.termHashes, start);
    const termHashes = all.subarray(start, end);
    start = end;
    return { ...hit, termHashes };
  });
}
