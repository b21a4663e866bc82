import type { FlowNodeProgress } from "@headwater/spec";
import type { FlowProgress } from "../../flows/flow/shown.ts";
import { streamEvents } from "../answer-stream.ts";
import type { RouteReply } from "../define-route.ts";
import type { ServerEvent } from "../event-frame.ts";

type Work = (onProgress: (step: FlowProgress) => void) => Promise<unknown>;

/**
 * Answers a run as events: what each node does, then its result. What is refused before the first node has begun is
 * answered with its status, as without a stream.
 */
export const streamRun = (work: Work, runId: string | undefined, failure: string): Promise<RouteReply> =>
  streamEvents(eventsOf(work, runId), failure);

async function* eventsOf(work: Work, runId: string | undefined): AsyncGenerator<ServerEvent> {
  const waiting: ServerEvent[] = [];
  let change = Promise.withResolvers<void>();
  const tell = (event: ServerEvent) => {
    waiting.push(event);
    change.resolve();
  };
  let isNamed = false;
  let isDone = false;
  const result = work((step) => {
    if (step.type === "node") tell({ event: "node", data: presentProgress(step) });
  });
  result.then(
    (data) => {
      isDone = true;
      tell({ event: "result", data });
    },
    () => {
      isDone = true;
      change.resolve();
    },
  );
  while (true) {
    const event = waiting.shift();
    if (event) {
      if (!isNamed) yield { event: "status", data: { run_id: runId } };
      isNamed = true;
      yield event;
    } else if (isDone) {
      // Throws what the work has thrown.
      await result;
      return;
    } else {
      await change.promise;
      change = Promise.withResolvers<void>();
    }
  }
}

const presentProgress = ({
  nodeId,
  state,
  why,
  error,
}: Extract<FlowProgress, { type: "node" }>): FlowNodeProgress => ({
  node_id: nodeId,
  state,
  ...(why === undefined ? {} : { why }),
  ...(error === undefined ? {} : { error }),
});
