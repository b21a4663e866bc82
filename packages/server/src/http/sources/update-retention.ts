import { defineRoute } from "../define-route.ts";
import { presentRetention } from "../present/retention.ts";

export const updateRetention = defineRoute(
  "updateRetention",
  async ({ body, caller }, { retention }) => {
    const change = {
      conversationDays: body.conversation_days,
      runDays: body.run_days,
      originalDays: body.original_days,
    };
    return presentRetention(await retention.change(caller.projectId, change));
  },
  { failure: "Failed to change retention" },
);
