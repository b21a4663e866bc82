import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "./collection.ts";

type Passage = { title: string; text: string };
type Question = {
  id: string;
  question: string;
  paragraphs: { title: string; paragraph_text: string; is_supporting: boolean }[];
};

const keyOf = (title: string, text: string): string => `${title}\n${text}`;

/** Questions whose answer joins facts of two to four passages (MuSiQue). Each supporting passage is relevant. */
export async function readMultiHop(folder: string): Promise<Collection> {
  const passages: Passage[] = JSON.parse(await readFile(join(folder, "passages.json"), "utf8"));
  const questions: Question[] = JSON.parse(await readFile(join(folder, "questions.json"), "utf8"));
  const idOf = new Map(passages.map(({ title, text }, index) => [keyOf(title, text), `passage ${index}`]));
  const documents = passages.map(({ title, text }, index) => ({ id: `passage ${index}`, title, text }));
  const gains = new Map(
    questions.map(({ id, paragraphs }) => {
      const supporting = paragraphs.filter((paragraph) => paragraph.is_supporting);
      return [
        id,
        new Map(
          supporting.flatMap(({ title, paragraph_text }) => {
            const found = idOf.get(keyOf(title, paragraph_text));
            return found === undefined ? [] : [[found, 1] as const];
          }),
        ),
      ];
    }),
  );
  return {
    name: "multi-hop",
    documents,
    queries: questions.map(({ id, question }) => ({ id, text: question })),
    gains,
  };
}
