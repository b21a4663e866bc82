import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chunkByTitle } from "../../packages/server/src/chunks/chunkers/title.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import type { Collection } from "./collection.ts";

type Question = {
  corpus: string;
  question: string;
  references: { start_index: number; end_index: number }[];
};

/** Characters, spaces not counted, that a chunk and an excerpt must share: fewer are a rest of a sentence. */
const minOverlap = 10;

const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

/** Questions to two long texts (chunking_evaluation). A chunk of ours that overlaps an excerpt is relevant. */
export async function readExcerpts(folder: string): Promise<Collection> {
  const questions: Question[] = JSON.parse(await readFile(join(folder, "questions.json"), "utf8"));
  const collection: Collection = {
    name: "excerpts of long texts",
    documents: [],
    queries: [],
    gains: new Map(),
  };
  for (const corpus of new Set(questions.map((question) => question.corpus))) {
    const text = await readFile(join(folder, `${corpus}.md`), "utf8");
    const chunks = placedChunks(corpus, text);
    collection.documents.push(...chunks);
    const placeOf = (offset: number): number => withoutSpaces([...text].slice(0, offset).join("")).length;
    for (const [index, { question, references }] of questions.entries()) {
      if (questions[index]?.corpus !== corpus) continue;
      const id = `${corpus} ${index}`;
      const relevant = new Map<string, number>();
      for (const { start_index, end_index } of references) {
        const [start, end] = [placeOf(start_index), placeOf(end_index)];
        for (const chunk of chunks) {
          if (Math.min(end, chunk.end) - Math.max(start, chunk.start) >= minOverlap)
            relevant.set(chunk.id, 1);
        }
      }
      collection.queries.push({ id, text: question });
      collection.gains.set(id, relevant);
    }
  }
  return collection;
}

/** Our chunks of a text, with their places in it, spaces not counted. */
function placedChunks(corpus: string, text: string) {
  const elements = text.split(/\n\s*\n|\n/).flatMap((paragraph, position): Element[] => {
    const trimmed = paragraph.trim();
    if (trimmed === "") return [];
    const heading = /^(=+) (.*?) =+$/.exec(trimmed);
    const base = { elementId: `${corpus} ${position}`, position, pageNumber: 1, text: trimmed };
    return [
      heading
        ? { ...base, type: "Title", level: heading[1]?.length ?? 1, text: heading[2] ?? "" }
        : { ...base, type: "NarrativeText" },
    ];
  });
  const all = withoutSpaces(text);
  let from = 0;
  return chunkByTitle(elements).map((chunk, index) => {
    const own = withoutSpaces(chunk.text);
    const found = all.indexOf(own, from);
    // A heading inside a chunk stands in the text with its marks.
    const start = found < 0 ? from : found;
    from = start + own.length;
    return {
      id: `${corpus} chunk ${index}`,
      file: corpus,
      title: chunk.title,
      text: chunk.text,
      start,
      end: from,
    };
  });
}
