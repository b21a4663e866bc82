import { defineRoute } from "../define-route.ts";
import { presentWebhook } from "../present/webhook.ts";

export const listWebhooks = defineRoute(
  "listWebhooks",
  async ({ caller }, { manageWebhooks }) => {
    const webhooks = await manageWebhooks.list(caller.projectId);
    return { webhooks: webhooks.map(presentWebhook), total: webhooks.length };
  },
  { failure: "Failed to list webhooks" },
);
