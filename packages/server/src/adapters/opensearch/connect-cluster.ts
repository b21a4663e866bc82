import { OperatorError } from "../../kernel/operator-error.ts";
import { createSearchClient, type SearchClient, SearchRefusedError } from "./open-search-client.ts";
import { parseOpenSearchAddress } from "./opensearch-address.ts";
import { SearchUnavailableError } from "./search-outage.ts";

const minVersion = 3;

/** Opens a cluster and proves that it can be used. Throws OperatorError, in one line without the password. */
export async function connectCluster(text: string): Promise<SearchClient> {
  const client = createSearchClient(parseOpenSearchAddress(text));
  try {
    await requireVersion(client);
    return client;
  } catch (error) {
    await client.close();
    if (error instanceof SearchUnavailableError || error instanceof SearchRefusedError)
      throw new OperatorError(`${error.message}. ${remedyOf(error.message)}`, { cause: error });
    throw error;
  }
}

type Root = { version?: { distribution?: string; number?: string } };

async function requireVersion(client: SearchClient): Promise<void> {
  const { version = {} } = (await client.ask<Root>({ method: "GET", path: "/" })) ?? {};
  const { distribution, number = "" } = version;
  if (distribution === "opensearch" && Number.parseInt(number, 10) >= minVersion) return;
  throw new OperatorError(
    `${client.place} can't be used: it is ${distribution ?? "not OpenSearch"} ${number}, and OpenSearch ${minVersion} or newer is needed.`,
  );
}

const remedyOf = (message: string): string =>
  /\(40[13],/.test(message)
    ? "Check the user and the password in HEADWATER_INDEX, and that it may make, read, write and remove indices."
    : "Check that it runs there, and that HEADWATER_INDEX has the right address.";

type Health = { status?: "green" | "yellow" | "red" };

/** Rejects while the cluster can't be used; else what an operator should know of it. */
export async function describeHealth(client: SearchClient, storeId: string): Promise<string> {
  const health = await client.ask<Health>({ method: "GET", path: "/_cluster/health?filter_path=status" });
  const filling = await countFilling(client, storeId);
  const being = filling > 0 ? `; ${filling} of its indices are being filled` : "";
  return `${client.place}, ${health?.status ?? "of unknown health"}${being}`;
}

/** Where vectors are searched, for an operator. */
export const describeVectors = (hasVectors: boolean, address: string): string =>
  hasVectors
    ? `vectors are searched there, too, in projects of ${parseOpenSearchAddress(address).vectorsFrom} chunks or more`
    : "vectors are searched in the memory of each process, since no k-NN plugin was found on its nodes";

async function countFilling(client: SearchClient, storeId: string): Promise<number> {
  const found = await client.ask<{ hits?: { total?: { value: number } } }>({
    method: "POST",
    path: `/headwater-${storeId}-*/_search?filter_path=hits.total`,
    body: { size: 0, query: { exists: { field: "filled_to" } } },
  });
  return found?.hits?.total?.value ?? 0;
}
