import { readFile } from "node:fs/promises";
import type { Collection, Gains } from "./collection.ts";

type Article = {
  title: string;
  paragraphs: { context: string; qas: { id: string; question: string; is_impossible?: boolean }[] }[];
};

/**
 * Reads the SQuAD questions to one article (0-based) as a collection. Each paragraph is a document; the paragraph of a
 * question is its answer.
 */
export async function readQuestions(path: string, article: number): Promise<Collection> {
  const { data } = JSON.parse(await readFile(path, "utf8")) as { data: Article[] };
  const documents: Collection["documents"] = [];
  const queries: Collection["queries"] = [];
  const gains: Gains = new Map();
  for (const { title, paragraphs } of data.slice(article, article + 1)) {
    for (const [index, { context, qas }] of paragraphs.entries()) {
      const id = `${title} ${index}`;
      documents.push({ id, title: title.replaceAll("_", " "), text: context });
      for (const question of qas.filter((each) => !each.is_impossible)) {
        queries.push({ id: question.id, text: question.question });
        gains.set(question.id, new Map([[id, 1]]));
      }
    }
  }
  return { name: `questions, article ${article + 1}`, documents, queries, gains };
}
