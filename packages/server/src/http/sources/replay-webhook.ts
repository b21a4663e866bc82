import { defineRoute } from "../define-route.ts";

const required = { after: "Invalid input: after is required" };

export const replayWebhook = defineRoute(
  "replayWebhook",
  async ({ params, body, caller }, { manageWebhooks }) => {
    await manageWebhooks.replay(caller.projectId, params.webhook_id, Number(body.after));
    return { webhook_id: params.webhook_id, message: `The events after ${body.after} are sent again` };
  },
  { failure: "Failed to replay events", required },
);
