import { Worker } from "node:worker_threads";
import type { ChunkIndex } from "../../retrieval/chunk-index.ts";
import type { FromWordThread, ToWordThread, WordAnswer } from "./word-messages.ts";

/** A call that takes longer means a thread that hangs: the first one of a large project reads its segments. */
const callMs = 60_000;

export type ThreadedWords = ChunkIndex & {
  /** Compares a project with the database: what the index lacks is listed as unindexed, what it should not have goes. */
  compare(projectId: string): Promise<WordAnswer["compare"]>;
  close(): Promise<void>;
};

type Call = ToWordThread extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;
type Waiting = PromiseWithResolvers<WordAnswer[keyof WordAnswer]>;

class ThreadEndedError extends Error {
  override name = "ThreadEndedError";
}

/** The words' index in a thread of its own, which is started anew when it ends. */
export function createThreadedWords(
  entry: URL,
  workerData: unknown,
  onWarning: (projectId: string | null, text: string) => void,
): ThreadedWords {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let calls = 0;
  let closed = false;

  const fail = (error: Error) => {
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(entry, { workerData });
    started.on("message", (message: FromWordThread) => {
      if (message.kind === "warning") onWarning(message.projectId, message.text);
      else if (message.kind === "failure") waiting.get(message.id)?.reject(new Error(message.error));
      else waiting.get(message.id)?.resolve(message.answer);
    });
    started.on("error", (error: Error) =>
      onWarning(null, `The thread of the words' index ended: ${error.message}`),
    );
    started.once("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      fail(new ThreadEndedError("The thread of the words' index ended"));
    });
    started.unref();
    return started;
  };
  const callOnce = async (call: Call): Promise<WordAnswer[keyof WordAnswer]> => {
    if (closed) throw new Error("The service is stopping");
    worker ??= start();
    const thread = worker;
    const id = ++calls;
    const answer: Waiting = Promise.withResolvers();
    waiting.set(id, answer);
    const timer = setTimeout(() => void thread.terminate(), callMs);
    try {
      thread.postMessage({ ...call, id });
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
  /** Once more when the thread ended, which another call may have made it do. */
  const callThread = <Kind extends keyof WordAnswer>(call: Call & { kind: Kind }) =>
    callOnce(call).catch((error: unknown) => {
      if (!(error instanceof ThreadEndedError) || closed) throw error;
      return callOnce(call);
    }) as Promise<WordAnswer[Kind]>;

  worker = start();
  return {
    async search(projectId, { fileIds, ...query }) {
      if (query.terms.length === 0 || fileIds?.length === 0) return [];
      const files = fileIds && { fileIds: fileIds.join() };
      return callThread({ kind: "search", projectId, query: { ...query, ...files } });
    },
    compare: (projectId) => callThread({ kind: "compare", projectId }),
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
