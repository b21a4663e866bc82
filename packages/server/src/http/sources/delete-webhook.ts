import { defineRoute } from "../define-route.ts";

export const deleteWebhook = defineRoute(
  "deleteWebhook",
  async ({ params, caller }, { manageWebhooks }) => {
    await manageWebhooks.remove(caller.projectId, params.webhook_id);
    return { webhook_id: params.webhook_id, message: "Webhook removed successfully" };
  },
  { failure: "Failed to remove webhook" },
);
