import { createHash } from "node:crypto";
import { version } from "../../version.ts";
import { defineRoute, RouteReply } from "../define-route.ts";
import { namesTag } from "../etag.ts";
import { answerSourceList } from "../source-list.ts";

export const listSources = defineRoute(
  "listSources",
  async ({ query, headers, caller }, rooms) => {
    // Before the list is read: what changes meanwhile makes the next tag another.
    const stamp = await rooms.stampSources(caller.projectId);
    const asked = JSON.stringify([version, caller.projectId, query, stamp]);
    // Weak: the same sources, not the same bytes.
    const etag = `W/"${createHash("sha256").update(asked).digest("base64url").slice(0, 27)}"`;
    const cache = { etag, "cache-control": "private, no-cache", vary: "Authorization" };
    if (namesTag(headers["if-none-match"], etag))
      return new RouteReply(undefined, { status: 304, headers: cache });
    const list = await answerSourceList(rooms, caller, query);
    return new RouteReply(list.body, { headers: { ...list.headers, ...cache } });
  },
  { elsewhere: "always", failure: "Failed to retrieve sources" },
);
