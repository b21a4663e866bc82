import type { Selectable } from "kysely";
import type { TokenRecord } from "../../auth/token-store.ts";
import { toInstant, toText } from "./instants.ts";
import type { Database } from "./schema.ts";

type TokenRow = Selectable<Database["tokens"]>;

export const toTokenRow = (token: TokenRecord): TokenRow => ({
  token_id: token.tokenId,
  project_id: token.projectId,
  name: token.name,
  prefix: token.prefix,
  hash: token.hash,
  read_only: token.readOnly ? 1 : 0,
  expires_at: token.expiresAt && toText(token.expiresAt),
  created_at: toText(token.createdAt),
  scope: token.manage ? "manage" : null,
});

export const toToken = (row: TokenRow): TokenRecord => ({
  tokenId: row.token_id,
  projectId: row.project_id,
  name: row.name,
  prefix: row.prefix,
  hash: row.hash,
  readOnly: row.read_only === 1,
  manage: row.scope === "manage",
  expiresAt: row.expires_at === null ? null : toInstant(row.expires_at),
  createdAt: toInstant(row.created_at),
});
