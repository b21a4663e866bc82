import type { Kysely } from "kysely";
import type { TokenStore } from "../../auth/token-store.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import type { Database } from "./schema.ts";
import { toToken, toTokenRow } from "./token-row.ts";

export const createSqlTokenStore = (database: Kysely<Database>): TokenStore => ({
  async add(token) {
    await database.insertInto("tokens").values(toTokenRow(token)).execute();
  },

  async findByHash(hash) {
    const row = await database
      .selectFrom("tokens")
      .innerJoin("projects", "projects.project_id", "tokens.project_id")
      .selectAll("tokens")
      .select("projects.name as project_name")
      .where("hash", "=", hash)
      .executeTakeFirst();
    return row ? { ...toToken(row), projectName: row.project_name } : null;
  },

  async list(projectId) {
    const rows = await database
      .selectFrom("tokens")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("created_at")
      .orderBy("token_id")
      .execute();
    return rows.map(toToken);
  },

  async findKnown(tokenIds) {
    if (tokenIds.length === 0) return [];
    const rows = await database
      .selectFrom("tokens")
      .select("token_id")
      .where("token_id", "in", tokenIds)
      .execute();
    return rows.map(({ token_id }) => token_id);
  },

  async remove(idOrPrefix) {
    const matches = await database
      .selectFrom("tokens")
      .select("token_id")
      .where((token) => token.or([token("token_id", "=", idOrPrefix), token("prefix", "=", idOrPrefix)]))
      .limit(2)
      .execute();
    const [match, another] = matches;
    if (!match) return false;
    if (another) throw invalidInput(`Several tokens begin with '${idOrPrefix}': give the token's id instead`);
    const { numDeletedRows } = await database
      .deleteFrom("tokens")
      .where("token_id", "=", match.token_id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
