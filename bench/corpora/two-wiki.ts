import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "./collection.ts";

type Question = { id: string; question: string; wordings: string[]; supporting: string[] };

/** Questions that join facts of two passages or more (2WikiMultihopQA), each as it was asked and in three other wordings. */
export async function readTwoWiki(folder: string): Promise<Collection> {
  const passages: { title: string; text: string }[] = JSON.parse(
    await readFile(join(folder, "passages.json"), "utf8"),
  );
  const questions: Question[] = JSON.parse(await readFile(join(folder, "questions.json"), "utf8"));
  const asked = questions.flatMap(({ id, question, wordings, supporting }) =>
    [question, ...wordings].map((text, at) => ({ id: `${id} ${at}`, text, supporting })),
  );
  return {
    name: "2wiki",
    documents: passages.map(({ title, text }) => ({ id: title, title, text })),
    queries: asked.map(({ id, text }) => ({ id, text })),
    gains: new Map(asked.map(({ id, supporting }) => [id, new Map(supporting.map((title) => [title, 1]))])),
  };
}
