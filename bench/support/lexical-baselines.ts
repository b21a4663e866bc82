import Database from "better-sqlite3";
import MiniSearch from "minisearch";
import { stem } from "../../packages/server/src/text/stem.ts";
import { isStopWord, tokenise } from "../../packages/server/src/text/terms.ts";

export type Passage = { documentId: string; title: string; text: string };
/** The documents for a query, ordered by their best passage, best first. */
export type Search = (query: string, passages: number) => string[] | Promise<string[]>;

const contentWords = (text: string): string[] =>
  tokenise(text)
    .map((token) => token.text)
    .filter((word) => !isStopWord(word));

/** SQLite's FTS5 with its bm25(): Porter stems, no accents, our stop words removed on both sides, terms joined by OR. */
export function createFts5(passages: Passage[]): Search {
  const database = new Database(":memory:");
  database.exec(
    "create virtual table passages using fts5(id unindexed, title, text, tokenize='porter unicode61 remove_diacritics 2')",
  );
  const insert = database.prepare("insert into passages values (?, ?, ?)");
  for (const { documentId, title, text } of passages) {
    insert.run(documentId, contentWords(title).join(" "), contentWords(text).join(" "));
  }
  const select = database
    .prepare("select id from passages where passages match ? order by bm25(passages) limit ?")
    .pluck();
  return (query, limit) => {
    const words = [...new Set(contentWords(query))];
    if (words.length === 0) return [];
    return select.all(words.map((word) => `"${word}"`).join(" OR "), limit) as string[];
  };
}

/** MiniSearch with its own defaults (BM25+), and with our words, stems and stop words. */
export function createMiniSearch(passages: Passage[]): Search {
  const index = new MiniSearch({
    fields: ["title", "text"],
    tokenize: (text) => tokenise(text).map((token) => token.text),
    processTerm: (term) => (isStopWord(term) ? null : stem(term)),
  });
  index.addAll(passages.map(({ title, text }, id) => ({ id, title, text })));
  return (query, limit) =>
    index
      .search(query)
      .slice(0, limit)
      .map((result) => passages[result.id as number]?.documentId ?? "");
}
