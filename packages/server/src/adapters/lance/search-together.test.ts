import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, Index, type Table } from "@lancedb/lancedb";
import { expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { hashTerms } from "../../text/term-hash.ts";
import { chunkSchema, toRows } from "./chunk-rows.ts";
import { retryCleared } from "./retry-conflicts.ts";
import { searchTogether } from "./search-together.ts";

it("searches again when rows were moved or removed after they were found", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-index-"));
  const connection = await connect(folder);
  const table = await connection.createEmptyTable("chunks", chunkSchema);
  const chunks = Array.from({ length: 6 }, (_, position) => ({
    chunkId: newId(),
    fileId: newId(),
    versionId: newId(),
    position,
    termHashes: hashTerms(["shared", `word${position}`]),
  }));
  for (const chunk of chunks) await table.add(toRows([chunk]));
  await table.createIndex("terms", { config: Index.fts({ baseTokenizer: "whitespace" }) });

  let readings = 0;
  const search = () => {
    const moving: Pick<Table, "query" | "takeRowIds"> = {
      query: () => table.query(),
      takeRowIds(rowIds) {
        readings += 1;
        // As if the optimiser had moved them meanwhile: their ids are those of no row any more.
        return table.takeRowIds(readings === 1 ? rowIds.map((rowId) => BigInt(rowId) + 2n ** 40n) : rowIds);
      },
    };
    return searchTogether(moving, [
      { terms: ["shared"], limit: 10 },
      { terms: ["word3"], limit: 10 },
    ]);
  };
  const [shared = [], one = []] = await retryCleared(search);
  expect(readings).toBe(2);
  expect(shared.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(one.map(({ position }) => position)).toEqual([3]);

  const alone = await searchTogether(table, [{ terms: ["word3"], limit: 10 }]);
  expect(alone).toEqual([one]);
  table.close();
  connection.close();
  await rm(folder, { recursive: true });
});
