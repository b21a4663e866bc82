import type { RunRequest } from "@headwater/spec";
import type { FlowClient } from "../flow-client.ts";
import { readLimits } from "../streams/read-limits.ts";
import { resumable } from "../streams/resumable.ts";
import { streamMessages } from "../streams/stream-messages.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";
import type { RunEvent } from "./run-event.ts";
import { runEvents, runResumption, type StreamRunOptions } from "./run-events.ts";

/**
 * Runs the deployed revision of a flow and yields what its nodes do meanwhile: first `node` events, then one `result`. A
 * server that does not stream yields only the `result`. When the connection is lost, or the service restarts, the run
 * goes on where it was: no flow runs twice. Leaving the loop ends the request; the service ends a run that no client reads
 * for a minute.
 *
 * @example
 * for await (const event of streamRun(flow, { query: "How long is the warranty?" }))
 *   if (event.type === "node") console.log(event.node.node_id, event.node.state);
 *   else console.log(event.result.items);
 * @throws {ApiError} for a status of 400 or above, also when the run fails after it had begun; {ConnectionError} when the
 *   connection is lost and the run cannot be resumed.
 */
export async function* streamRun(
  flow: FlowClient,
  request: RunRequest,
  options: StreamRunOptions = {},
): AsyncGenerator<RunEvent, void, void> {
  const { signal, onPlace } = options;
  const result = await flow.POST("/", {
    body: request,
    headers: { accept: "text/event-stream, application/json;q=0.9" },
    parseAs: "stream",
    ...callInit(options),
  });
  const limits = readLimits(options);
  const first = streamMessages(await unwrap(result), result.response, limits, "result");
  const messages = resumable(first, runResumption(flow, options), { limits, signal });
  yield* runEvents(messages, { limits, headers: result.response.headers, onPlace });
}
