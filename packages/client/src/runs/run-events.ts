import type { FlowNodeProgress, RunResult } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { FlowClient } from "../flow-client.ts";
import { parseData } from "../streams/parse-data.ts";
import type { StreamLimits } from "../streams/read-limits.ts";
import type { ReadLimits } from "../streams/read-text.ts";
import { readToEnd } from "../streams/read-to-end.ts";
import type { Resumption } from "../streams/resumption.ts";
import { streamFailure } from "../streams/stream-failure.ts";
import type { StreamMessage } from "../streams/stream-messages.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";
import type { RunEvent, RunPlace } from "./run-event.ts";

/** How a run is read, and what is called meanwhile. */
export type StreamRunOptions = CallOptions &
  StreamLimits & {
    /** Called after each event that was handled. Keep the place to continue there with `resumeRun`. */
    onPlace?: ((place: RunPlace) => void) | undefined;
  };

const endedEarly = "The stream ended before the run did. Run the flow again.";

/** How a run is resumed. The service takes a run up again after its restart, so wait for that, too. */
export const runResumption = (flow: FlowClient, options: CallOptions): Resumption => ({
  idOf: ({ event, data }) => event === "status" && parseData<{ run_id: string }>(data, "run_id").run_id,
  async reconnect(run_id, lastEventId) {
    const result = await flow.GET("/runs/{run_id}/events", {
      params: { path: { run_id } },
      headers: { accept: "text/event-stream", "last-event-id": lastEventId },
      parseAs: "stream",
      ...callInit(options),
    });
    return { body: await unwrap(result), response: result.response };
  },
  maxAttempts: 10,
  endedEarly,
});

type EventOptions = {
  limits: ReadLimits;
  /** Those of the response. */
  headers: Headers;
  onPlace: StreamRunOptions["onPlace"];
  /** Where the stream is resumed. Undefined: at its beginning. */
  place?: RunPlace;
};

/** Makes events of a run out of the messages of its stream. Events of other names are left out. */
export async function* runEvents(
  messages: AsyncGenerator<StreamMessage, void, void>,
  { limits, headers, onPlace, place }: EventOptions,
): AsyncGenerator<RunEvent, void, void> {
  let runId = place?.runId;
  for await (const { id, event, data } of messages) {
    if (event === "status") {
      runId ??= parseData<{ run_id: string }>(data, "run_id").run_id;
    } else if (event === "node") {
      yield { type: "node", node: parseData<FlowNodeProgress>(data, "node_id") };
    } else if (event === "error") {
      throw streamFailure(data, headers);
    } else if (event === "result") {
      yield { type: "result", result: parseData<RunResult>(data) };
      return readToEnd(messages, limits);
    }
    // The reader has the event by now: a generator goes on when the next event is asked for.
    if (runId && id) onPlace?.({ runId, lastEventId: id });
  }
  throw new ConnectionError(endedEarly);
}
