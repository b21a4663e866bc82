import { Readable } from "node:stream";
import { wantsEvents } from "@headwater/spec";
import type { EventPlace } from "../../events/event-feed.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import { defineRoute, headerText, RouteReply } from "../define-route.ts";
import { tooBusy } from "../error-body.ts";
import { eventStreamHeaders } from "../event-frame.ts";
import { presentEvent } from "../present/event.ts";
import { streamFeed } from "../stream-feed.ts";

const failure = "Failed to retrieve events";
/** When a client may try again that found as many streams open as may be, in ms. */
const retryMs = 5_000;

export const listEvents = defineRoute(
  "listEvents",
  async ({ query, headers, caller, isHead, signal, stopping }, { eventFeed }) => {
    const { projectId } = caller;
    if (!wantsEvents(headerText(headers.accept))) {
      const { events, next, hasMore } = await eventFeed.page(
        projectId,
        readPlace(query.after, "after"),
        query.limit ?? 100,
      );
      return { events: events.map(presentEvent), next: String(next), has_more: hasMore };
    }
    const resumed = readPlace(headerText(headers["last-event-id"]), "Last-Event-ID");
    const place = resumed ?? readPlace(query.after, "after");
    if (isHead) return new RouteReply(Readable.from([]), { headers: eventStreamHeaders });
    if (eventFeed.isFull(projectId)) throw tooBusy(retryMs);
    const ended = AbortSignal.any([signal, stopping]);
    return new RouteReply(await streamFeed(eventFeed.follow(projectId, place, ended), { signal, failure }), {
      headers: eventStreamHeaders,
    });
  },
  { failure, uncompressed: true },
);

function readPlace(sent: string | undefined, name: string): EventPlace {
  if (sent === undefined || sent === "") return null;
  if (/^\d{1,15}$/.test(sent)) return Number(sent);
  if (sent === "latest" && name === "after") return "latest";
  throw invalidInput(
    `Invalid input: ${name} must be the id of an event${name === "after" ? ", or latest" : ""}`,
  );
}
