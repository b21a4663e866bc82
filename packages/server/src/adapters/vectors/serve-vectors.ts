import type { MessagePort } from "node:worker_threads";
import type { VectorIndex } from "../../retrieval/dense/vector-index.ts";
import type { FromVectorThread, ToVectorThread } from "./vector-messages.ts";

/** Answers searches that come over a port. */
export function serveVectors(port: MessagePort, index: Omit<VectorIndex, "close">): void {
  const reply = (message: FromVectorThread) => port.postMessage(message);
  port.on("message", async (message: ToVectorThread) => {
    if (message.kind === "changed") return index.changed(message.projectId);
    const { id, space, query } = message;
    try {
      reply({ id, hits: await index.search(space, query) });
    } catch (error) {
      reply({ id, error: (error as Error).message });
    }
  });
}
