import type { MessagePort } from "node:worker_threads";
import type { ProjectId } from "../../kernel/ids.ts";
import type { Timer } from "../../kernel/timer.ts";
import type { ChunkHit } from "../../retrieval/chunk-index.ts";
import type { WordIndex } from "../../retrieval/words/word-index.ts";
import { keepInOrder } from "../threads/keep-in-order.ts";
import { sendNotice, serveCalls } from "../threads/serve-calls.ts";
import type { WordCall, WordWarning } from "./threaded-words.ts";

/** How often new chunks are stored as segments where there are many, in ms. */
const defaultTidyEveryMs = 1_000;

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
  const keeping = keepInOrder(
    {
      tidy: () => index.tidy(),
      clear: async () => {
        if (await index.clear()) await erase();
      },
    },
    {
      ...{ timer, isKeeper, tidyEveryMs },
      onFault: (reason) => warn(port, null, `The words' index could not be stored: ${reason}`),
    },
  );
  serveCalls<WordCall>(port, async (call) => {
    if (call.kind === "keep") {
      keeping.keep(call.isKeeper);
      return { answer: null };
    }
    if (call.kind === "compare") return { answer: await index.compare(call.projectId) };
    if (call.kind === "searchAll")
      return { answer: (await index.searchAll(call.projectId, call.query)).map(inOneBuffer) };
    const hits = inOneBuffer(await index.search(call.projectId, call.query));
    return { answer: hits, moved: hits.slice(0, 1).map(({ termHashes }) => termHashes.buffer) };
  });
  return keeping.stop;
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
