import { Readable } from "node:stream";
import { messages } from "@headwater/spec";
import { invalidInput, ServiceError } from "../../kernel/service-error.ts";
import { defineRoute, headerText, RouteReply } from "../define-route.ts";
import { eventStreamHeaders } from "../event-frame.ts";

/** The frames are there as bytes, so this is done on the thread that answers HTTP. */
export const resumeAnswer = defineRoute(
  "resumeAnswer",
  async ({ params, caller, headers, isHead, signal }, { answerRuns }) => {
    const run = answerRuns.find(caller.projectId, params.answer_id);
    if (!run) throw answerNotFound();
    const after = readEventId(headerText(headers["last-event-id"]), run.lastEventId);
    // A browser's EventSource connects again and again until it is told that nothing follows.
    if (run.endedAt !== null && after === run.lastEventId)
      return new RouteReply(null, { status: 204, headers: { "cache-control": "no-store" } });
    const events = isHead ? [] : run.read(after, signal);
    return new RouteReply(Readable.from(events, { objectMode: false }), { headers: eventStreamHeaders });
  },
  { failure: "Failed to resume answer" },
);

export const answerNotFound = () => new ServiceError(404, messages.answerNotFound);

function readEventId(sent: string | undefined, last: number): number {
  if (sent === undefined || sent === "") return 0;
  const id = /^\d{1,15}$/.test(sent) ? Number(sent) : Number.NaN;
  if (id >= 0 && id <= last) return id;
  throw invalidInput("Invalid input: Last-Event-ID must be the id of an event of this answer");
}
