import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection, Gains } from "./collection.ts";

/**
 * The grade is the gain. In this edition of the relevance judgements the grades increase from 1 (of minimum interest)
 * to 4 (a complete answer) and 5, which is given once per query. In the original edition they decrease. The rankings
 * confirm it: the median BM25 rank of the documents of grades 1 to 5 is 43, 33, 21, 8 and 2. Below 1 is not relevant.
 */
export const gainOf = (grade: number): number => Math.max(0, grade);

const unwrapLines = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Records of the SMART format: `.I` begins a record. Every other line of a dot and a letter begins a field. */
function records(content: string): { id: string; fields: Map<string, string> }[] {
  return content
    .split(/^\.I\s+/m)
    .slice(1)
    .map((record) => {
      const [id = "", ...rest] = record.split("\n");
      const parts = rest.join("\n").split(/^\.([A-Z])\s*$/m);
      const fields = new Map<string, string>();
      for (let index = 1; index < parts.length; index += 2)
        fields.set(parts[index] ?? "", parts[index + 1] ?? "");
      return { id: id.trim(), fields };
    });
}

/** The abstract begins with the title again. Removes that. */
function withoutTitle(text: string, title: string): string {
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
}

/** Reads the Cranfield collection from the folder that holds its three files. Queries are numbered by position. */
export async function readCranfield(folder: string): Promise<Collection> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
  const documents = records(await read("cran.all.1400")).map(({ id, fields }) => {
    const title = unwrapLines(fields.get("T") ?? "");
    return { id, title, text: withoutTitle(unwrapLines(fields.get("W") ?? ""), title) };
  });
  const queries = records(await read("cran.qry")).map(({ fields }, index) => ({
    id: String(index + 1),
    text: unwrapLines(fields.get("W") ?? ""),
  }));
  const gains: Gains = new Map();
  for (const line of (await read("QRelsCorrectedforTRECeval")).split("\n")) {
    const [query, , document, grade] = line.trim().split(/\s+/);
    const gain = gainOf(Number(grade));
    if (query === undefined || document === undefined || gain === 0) continue;
    gains.set(query, (gains.get(query) ?? new Map<string, number>()).set(document, gain));
  }
  return { name: "Cranfield", documents, queries, gains };
}
