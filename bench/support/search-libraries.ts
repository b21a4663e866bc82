import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, Index, MatchQuery } from "@lancedb/lancedb";
import { create, insertMultiple, search } from "@orama/orama";
import type { Passage, Search } from "./lexical-baselines.ts";

/** Orama as it comes for English: its own words, stems and BM25. */
export async function createOrama(passages: Passage[]): Promise<Search> {
  const database = create({
    schema: { title: "string", text: "string" } as const,
    components: { tokenizer: { language: "english", stemming: true } },
  });
  await insertMultiple(
    database,
    passages.map(({ title, text }, index) => ({ id: String(index), title, text })),
  );
  return async (term, limit) => {
    const { hits } = await search(database, { term, limit, threshold: 1 });
    return hits.map(({ id }) => passages[Number(id)]?.documentId ?? "");
  };
}

/** LanceDB's full-text search as it comes for English: its own words, stems and stop words. */
export async function withPlainLance<T>(
  passages: Passage[],
  use: (search: Search) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-lance-"));
  const connection = await connect(folder);
  try {
    const rows = passages.map(({ documentId, title, text }) => ({ documentId, all: `${title}\n${text}` }));
    const table = await connection.createTable("passages", rows);
    await table.createIndex("all", {
      config: Index.fts({ language: "English", stem: true, removeStopWords: true }),
    });
    return await use(async (query, limit) => {
      const found = await table
        .query()
        .fullTextSearch(new MatchQuery(query, "all"))
        .select(["documentId", "_score"])
        .limit(limit)
        .toArray();
      return found.map((row: { documentId: string }) => row.documentId);
    });
  } finally {
    connection.close();
    await rm(folder, { recursive: true, force: true });
  }
}
