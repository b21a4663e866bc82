import { defineRoute } from "../define-route.ts";

export const deleteToken = defineRoute(
  "deleteToken",
  async ({ params, caller }, { manageTokens }) => {
    const { tokenId, name } = await manageTokens.revoke(caller.projectId, params.token_id);
    return { token_id: tokenId, name, message: "Token revoked successfully" };
  },
  { failure: "Failed to revoke token" },
);
