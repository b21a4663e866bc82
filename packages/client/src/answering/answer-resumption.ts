import type { AnswerStatus } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import type { SourcesClient } from "../sources-client.ts";
import { parseData } from "../streams/parse-data.ts";
import type { Resumption } from "../streams/resumption.ts";
import { callInit } from "../transport/call-init.ts";
import { unwrap } from "../unwrap.ts";

/** How an answer is resumed. */
export const answerResumption = (client: SourcesClient, options: CallOptions): Resumption => ({
  idOf: ({ event, data }) => event === "status" && parseData<AnswerStatus>(data).answer_id,
  async reconnect(answer_id, lastEventId) {
    const result = await client.GET("/answers/{answer_id}/events", {
      params: { path: { answer_id } },
      headers: { accept: "text/event-stream", "last-event-id": lastEventId },
      parseAs: "stream",
      ...callInit(options),
    });
    return { body: await unwrap(result), response: result.response };
  },
  maxAttempts: 5,
  endedEarly: "The stream ended before the answer did. Ask again.",
});
