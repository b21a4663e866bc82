import { readFile } from "node:fs/promises";
import type { Collection } from "./collection.ts";

type Task = {
  task_id: string;
  contexts: { document_id: string; title?: string; text: string }[];
  input: { speaker: string; text: string }[];
};

/** The last turn of each dialogue as a query, as it stands; the passages that bear on it are relevant (MTRAG-UN). */
export async function readDialogues(path: string): Promise<Collection> {
  const lines = (await readFile(path, "utf8")).split("\n").filter(Boolean);
  const tasks = lines.map((line) => JSON.parse(line) as Task).filter(({ contexts }) => contexts.length > 0);
  const documents = new Map<string, Collection["documents"][number]>();
  for (const { document_id: id, title = "", text } of tasks.flatMap(({ contexts }) => contexts)) {
    documents.set(id, { id, title, text: text.trim() });
  }
  return {
    name: "conversations, last turn",
    documents: [...documents.values()],
    queries: tasks.map(({ task_id: id, input }) => ({ id, text: input.at(-1)?.text ?? "" })),
    gains: new Map(
      tasks.map(({ task_id, contexts }) => [
        task_id,
        new Map(contexts.map(({ document_id }) => [document_id, 1])),
      ]),
    ),
  };
}
