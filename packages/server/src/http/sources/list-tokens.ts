import { defineRoute } from "../define-route.ts";
import { presentToken } from "../present/token.ts";

export const listTokens = defineRoute(
  "listTokens",
  async ({ caller }, { manageTokens }) => {
    const tokens = await manageTokens.list(caller.projectId);
    return { tokens: tokens.map(presentToken), total: tokens.length };
  },
  { failure: "Failed to list tokens" },
);
