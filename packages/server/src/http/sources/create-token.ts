import { defineRoute, RouteReply } from "../define-route.ts";
import { presentToken } from "../present/token.ts";

const required = { name: "Invalid input: name is required" };

export const createToken = defineRoute(
  "createToken",
  async ({ body, caller }, { manageTokens }) => {
    const expiresAt = body.expires_at === undefined ? undefined : new Date(body.expires_at);
    const { secret, record } = await manageTokens.create(caller, {
      name: body.name,
      readOnly: body.read_only ?? false,
      expiresAt,
    });
    // The secret is for the caller only, so no cache may store it.
    return new RouteReply(
      { ...presentToken(record), token: secret },
      { headers: { "cache-control": "no-store" } },
    );
  },
  { failure: "Failed to create token", required },
);
