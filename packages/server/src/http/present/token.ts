import type { Token } from "@headwater/spec";
import type { TokenRecord } from "../../auth/token-store.ts";

export const presentToken = (token: TokenRecord): Token => ({
  token_id: token.tokenId,
  name: token.name,
  prefix: token.prefix,
  read_only: token.readOnly,
  manage: token.manage,
  expires_at: token.expiresAt?.toISOString() ?? null,
  created_at: token.createdAt.toISOString(),
});
