import { Readable } from "node:stream";
import { invalidInput } from "../../kernel/service-error.ts";
import { headerText, RouteReply } from "../define-route.ts";
import { eventStreamHeaders } from "../event-frame.ts";
import type { ReadableRun } from "./readable-runs.ts";

/** Answers the events of a run after `Last-Event-ID`. The frames are there as bytes, so the HTTP thread does it. */
export function resumeEvents(
  run: ReadableRun,
  input: { headers: Record<string, string | string[] | undefined>; isHead: boolean; signal: AbortSignal },
  what: "answer" | "run",
): RouteReply {
  // The events of a run that was taken up may not all have come again yet.
  const last = run.isTakenUp ? Number.POSITIVE_INFINITY : run.lastEventId;
  const after = readEventId(headerText(input.headers["last-event-id"]), last, what);
  // A browser's EventSource reconnects until it learns that nothing follows.
  if (run.hasEnded && after === run.lastEventId)
    return new RouteReply(null, { status: 204, headers: { "cache-control": "no-store" } });
  const events = input.isHead ? [] : run.read(after, input.signal);
  return new RouteReply(Readable.from(events, { objectMode: false }), { headers: eventStreamHeaders });
}

function readEventId(sent: string | undefined, last: number, what: string): number {
  if (sent === undefined || sent === "") return 0;
  const id = /^\d{1,15}$/.test(sent) ? Number(sent) : Number.NaN;
  if (id >= 0 && id <= last) return id;
  throw invalidInput(`Invalid input: Last-Event-ID must be the id of an event of this ${what}`);
}
