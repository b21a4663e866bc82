import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Collection, Gains } from "./collection.ts";

type Judgement = { query: string; doc: string; relevance: number };

/** Reads a collection as `docs.jsonl`, `queries.jsonl` and `qrels.jsonl`. Its name is that of the folder. */
export async function readRetrievalSet(folder: string): Promise<Collection> {
  const read = async <T>(name: string): Promise<T[]> =>
    (await readFile(join(folder, name), "utf8"))
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as T);
  const gains: Gains = new Map();
  for (const { query, doc, relevance } of await read<Judgement>("qrels.jsonl"))
    if (relevance > 0) gains.set(query, (gains.get(query) ?? new Map<string, number>()).set(doc, relevance));
  return {
    name: basename(folder),
    documents: await read<Collection["documents"][number]>("docs.jsonl"),
    queries: await read<Collection["queries"][number]>("queries.jsonl"),
    gains,
  };
}
