import type { Table } from "@lancedb/lancedb";
import type { ChunkHit, ChunkQuery } from "../../retrieval/chunk-index.ts";
import { toFoundRows, toHitRows, toHits } from "./chunk-rows.ts";
import { quoted } from "./project-tables.ts";
import { toTextQuery } from "./text-query.ts";

/** A search that takes longer has met a fault, not a hard question. */
const timeoutMs = 30_000;

/**
 * The hits of each query, best first. For several queries the rows that were found are read once for all of them: most of
 * the cost of that is that of beginning it, and the queries of a second hop find many of the same rows.
 */
export async function searchTogether(
  table: Pick<Table, "query" | "takeRowIds">,
  queries: ChunkQuery[],
): Promise<ChunkHit[][]> {
  const [only, ...others] = queries;
  if (only && others.length === 0) return [toHits(await answerOf(table, only, ["hit", "_score"]))];
  const found = await Promise.all(queries.map((query) => findRows(table, query)));
  const rowIds = [...new Set(found.flat().map(({ rowId }) => rowId))];
  if (rowIds.length === 0) return found.map(() => []);
  const reading = table.takeRowIds(rowIds).withRowId().select(["_rowid", "hit"]);
  const rows = toHitRows(await reading.toArrow({ timeoutMs }));
  return found.map((ranked) =>
    ranked.map(({ rowId, score }) => {
      const row = rows.get(rowId);
      // Whoever asks searches again, as where the optimiser cleared files away (`retryCleared`).
      if (!row) throw new Error(`Row ${rowId} was not found any more: it was removed or moved meanwhile`);
      return { ...row, score };
    }),
  );
}

const findRows = async (table: Pick<Table, "query">, query: ChunkQuery) =>
  toFoundRows(await answerOf(table, query, ["_rowid", "_score"]));

function answerOf(table: Pick<Table, "query">, query: ChunkQuery, columns: string[]) {
  const { limit, fileIds } = query;
  const asked = table.query().fullTextSearch(toTextQuery(query));
  if (fileIds) asked.where(`fileId IN (${fileIds.map(quoted).join(",")})`);
  if (columns.includes("_rowid")) asked.withRowId();
  return asked.select(columns).limit(limit).toArrow({ timeoutMs });
}
