import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** The id of the store that this database belongs to; its files bear the same. */
export const readStoreId = async (database: Kysely<Database>): Promise<string> =>
  (await database.selectFrom("store").select("store_id").executeTakeFirstOrThrow()).store_id;

/** Whether a service has been started on this database: its first start adds a project once its files are marked. */
export const isInUse = async (database: Kysely<Database>): Promise<boolean> =>
  (await database.selectFrom("projects").select("project_id").limit(1).executeTakeFirst()) !== undefined;

/** Gives the database the id of files that were there before it; only for one that is being made. */
export const setStoreId = async (database: Kysely<Database>, storeId: string): Promise<void> => {
  await database.updateTable("store").set({ store_id: storeId }).execute();
};
