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
