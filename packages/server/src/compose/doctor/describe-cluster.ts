import type { Kysely } from "kysely";
import {
  connectCluster,
  describeHealth,
  describeVectors,
} from "../../adapters/opensearch/connect-cluster.ts";
import { compareWithCluster } from "../../adapters/opensearch/count-versions.ts";
import { hasVectorSearch } from "../../adapters/opensearch/vector-indices.ts";
import { createStores } from "../../adapters/sql/create-stores.ts";
import type { Database } from "../../adapters/sql/schema.ts";
import { createSqlWordStore } from "../../adapters/sql/sql-word-store.ts";
import { readStoreId } from "../../adapters/sql/store-id.ts";
import { counted } from "../../backup/sizes.ts";
import { systemClock } from "../../kernel/clock.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Finding, ill, note, ok, skipped } from "./finding.ts";

/** How the words' index in an OpenSearch cluster compares with the documents of a database. */
export async function describeCluster(database: Kysely<Database>, address: string | null): Promise<Finding> {
  if (address === null)
    return skipped("the index of words is in OpenSearch: set HEADWATER_INDEX, as for the service");
  const storeId = await readStoreId(database);
  try {
    const client = await connectCluster(address);
    try {
      const vectors = describeVectors(await hasVectorSearch(client), address);
      const what = `${await describeHealth(client, storeId)}; ${vectors}`;
      const store = createSqlWordStore(database);
      const { projects } = createStores(database, systemClock);
      const { inPlace, missing, leftOver } = await compareWithCluster({ client, store, storeId }, projects);
      if (missing + leftOver === 0)
        return ok(`${what}; ${counted(inPlace, "document version")}, all as the database has them`);
      return note(
        `${what}; ${missing} document versions missing, ${leftOver} left over: a service writes them within a second, and compares everything at its start. Look again when it is at rest.`,
      );
    } finally {
      await client.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) return ill(error.message);
    throw error;
  }
}
