import type { MessagePort } from "node:worker_threads";
import { systemTimer } from "../../kernel/timer.ts";
import type { VectorCluster } from "../../retrieval/dense/vector-cluster.ts";
import { keepInOrder } from "../threads/keep-in-order.ts";
import { sendNotice, serveCalls } from "../threads/serve-calls.ts";
import type { NearIndex } from "./near-index.ts";
import type { VectorCall } from "./threaded-vectors.ts";

/** How often a cluster is brought up to the database, in ms: until then what it lacks is searched here. */
const tidyEveryMs = 2_000;

/** Answers searches that come over a port, and keeps a cluster in order beside them while this process is its keeper. */
export function serveVectors(port: MessagePort, index: NearIndex, cluster?: VectorCluster): void {
  const keeping =
    cluster &&
    keepInOrder(cluster, {
      ...{ timer: systemTimer, isKeeper: false, tidyEveryMs },
      onFault: (reason) => sendNotice(port, `The vectors could not be written to OpenSearch: ${reason}`),
    });
  serveCalls<VectorCall>(port, async (call) => {
    if (call.kind === "keep") {
      keeping?.keep(call.isKeeper);
      return { answer: null };
    }
    const answer = await index.search(call.space, call.query);
    return { answer, moved: [answer.ids.buffer, answer.scores.buffer] };
  });
}
