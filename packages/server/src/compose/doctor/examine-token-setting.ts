import type { Kysely } from "kysely";
import { createStores } from "../../adapters/sql/create-stores.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { hashToken } from "../../auth/token.ts";
import { systemClock } from "../../kernel/clock.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Whether HEADWATER_TOKEN opens anything: commands send it, and a service takes it for a new data folder only. */
export async function examineTokenSetting(database: Kysely<Database>, secret: string): Promise<Finding> {
  const { tokens } = createStores(database, systemClock);
  if (await tokens.findByHash(hashToken(secret))) return ok("HEADWATER_TOKEN is a token of this data folder");
  return note(
    "HEADWATER_TOKEN is not a token of this data folder, so it opens nothing here. To take it, run: headwater token add --from-env",
  );
}
