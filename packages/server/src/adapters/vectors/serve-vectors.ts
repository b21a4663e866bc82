import type { MessagePort } from "node:worker_threads";
import { serveCalls } from "../threads/serve-calls.ts";
import type { NearIndex } from "./near-index.ts";
import type { VectorCall } from "./threaded-vectors.ts";

/** Answers searches that come over a port. */
export function serveVectors(port: MessagePort, index: NearIndex): void {
  serveCalls<VectorCall>(port, async ({ space, query }) => {
    const answer = await index.search(space, query);
    return { answer, moved: [answer.ids.buffer, answer.scores.buffer] };
  });
}
