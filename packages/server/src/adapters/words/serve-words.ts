import type { MessagePort } from "node:worker_threads";
import type { Timer } from "../../kernel/timer.ts";
import type { WordIndex } from "./word-index.ts";
import type { FromWordThread, ToWordThread } from "./word-messages.ts";

/** How often new chunks are stored as segments where there are many, in ms. */
const tidyEveryMs = 1_000;
/** How often segments are written anew without what was deleted, in ms: half of the hour that is promised. */
const clearEveryMs = 30 * 60_000;

/** Answers what comes over a port, and keeps the index in order beside it. Answers how to end that. */
export function serveWords(
  port: MessagePort,
  index: WordIndex,
  {
    timer,
    erase,
  }: { timer: Timer /** Takes what was deleted out of the database's files. */; erase: () => Promise<void> },
): () => Promise<void> {
  const reply = (message: FromWordThread) => port.postMessage(message);
  let tidying: Promise<void> = Promise.resolve();
  let waits = false;
  /** One after the other, and none is planned twice. */
  const keep = (work: () => Promise<unknown>) => {
    tidying = tidying.then(work).then(
      () => {},
      (error: Error) =>
        reply({
          kind: "warning",
          projectId: null,
          text: `The words' index could not be stored: ${error.message}`,
        }),
    );
    return tidying;
  };
  const stopTidying = timer.every(tidyEveryMs, () => {
    if (waits) return;
    waits = true;
    void keep(() => index.tidy()).then(() => {
      waits = false;
    });
  });
  const clear = async () => {
    if (await index.clear()) await erase();
  };
  void keep(clear);
  const stopClearing = timer.every(clearEveryMs, () => void keep(clear));

  port.on("message", async (message: ToWordThread) => {
    const { id, projectId } = message;
    try {
      const answer =
        message.kind === "search"
          ? await index.search(projectId, message.query)
          : await index.compare(projectId);
      reply({ kind: "answer", id, answer });
    } catch (error) {
      reply({ kind: "failure", id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  return async () => {
    stopTidying();
    stopClearing();
    await tidying;
  };
}
