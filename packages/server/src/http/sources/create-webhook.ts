import { defineRoute, RouteReply } from "../define-route.ts";

const required = { url: "Invalid input: url is required" };

export const createWebhook = defineRoute(
  "createWebhook",
  async ({ body, caller }, { manageWebhooks }) => {
    const { url, types = null } = body;
    const { webhookId, secret } = await manageWebhooks.add(caller.projectId, { url, types });
    // The secret is for the caller only, so no cache may store it.
    return new RouteReply(
      { webhook_id: webhookId, url, types, secret },
      { headers: { "cache-control": "no-store" } },
    );
  },
  { failure: "Failed to add webhook", required },
);
