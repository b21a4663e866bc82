import type { Kysely } from "kysely";
import type { DatabaseAddress } from "../adapters/sql/database-address.ts";
import type { Database } from "../adapters/sql/schema.ts";

/** The database, opened and migrated. */
export type OpenDatabase = {
  database: Kysely<Database>;
  address: DatabaseAddress;
  /** What `/readyz` says of it: "PostgreSQL 15.14". Null for the one in the data folder. */
  description: string | null;
  /** Where it is, for the operator; null for the one in the data folder. */
  place: string | null;
  /** Makes sure that what was deleted is no longer in the files of the database either. */
  erase: () => Promise<void>;
};
