import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { readFaqs, readOwnTexts } from "./question-set.ts";

/** One question of a dialogue, with what answers it. */
export type AskedTurn = {
  asked: string;
  /** The question in words that need no dialogue. Null when nobody wrote it. */
  complete: string | null;
  standsAlone: boolean | null;
  /** Whether an element holds the answer. */
  isRight: (element: Pick<Element, "elementId" | "text">) => boolean;
  /** Words of the right answer, where its passage answered an earlier turn too. */
  says?: string;
  /** No element holds it, so no answer is the right one. */
  isUnanswerable: boolean;
  /** False for thanks, and for turns that only give what was said before. */
  judged: boolean;
  /** What was answered in the dialogue as it was recorded. Absent where the service answers. */
  recorded?: string;
};

export type DialogueSet = {
  files: { fileName: string; elements: Element[] }[];
  dialogues: { id: string; turns: AskedTurn[] }[];
};

type OwnTurn = {
  asked: string;
  complete: string;
  standsAlone: boolean;
  passage: string | null;
  says?: string;
};

/** The dialogues of our own, over all texts of our own together. See `follow-ups/README.md`. */
export async function readOwnDialogues(
  file: "dialogues.json" | "dialogues-later.json",
): Promise<DialogueSet> {
  const path = join(import.meta.dirname, "follow-ups", file);
  const dialogues = JSON.parse(await readFile(path, "utf8")) as { language: string; turns: OwnTurn[] }[];
  const sets = [...(await readOwnTexts()), ...(await readFaqs())];
  return {
    files: sets.map(({ fileName, elements }) => ({ fileName, elements })),
    dialogues: dialogues.map(({ language, turns }, index) => ({
      id: `${index} ${language}`,
      turns: turns.map(({ passage, ...turn }) => ({
        ...turn,
        isRight: ({ text }) => passage !== null && text.includes(passage),
        isUnanswerable: false,
        judged: passage !== null,
      })),
    })),
  };
}

type Task = {
  task_id: string;
  answerability: string[];
  contexts: { document_id: string; title?: string; text: string }[];
  input: { speaker: string; text: string }[];
};

/** The dialogues of `conversations` (MTRAG-UN). Only the last turn is judged; the others are as they were recorded. */
export async function readSharedDialogues(path: string): Promise<DialogueSet> {
  const tasks = (await readFile(path, "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Task);
  const documents = new Map(
    tasks.flatMap(({ contexts }) => contexts).map((context) => [context.document_id, context]),
  );
  return {
    files: [...documents].map(([id, { title = "", text }]) => ({
      fileName: id,
      elements: [
        { elementId: `${id} title`, position: 0, type: "Title", level: 1, text: title, pageNumber: 1 },
        { elementId: id, position: 1, type: "NarrativeText", text: text.trim(), pageNumber: 1 },
      ],
    })),
    dialogues: tasks.map(({ task_id, answerability, contexts, input }) => ({
      id: task_id,
      turns: input.flatMap(({ speaker, text }, index) => {
        if (speaker !== "user") return [];
        const reply = input[index + 1]?.text;
        const ids = new Set(contexts.map(({ document_id }) => document_id));
        return {
          asked: text,
          complete: null,
          standsAlone: null,
          isRight: ({ elementId }: { elementId: string }) => ids.has(elementId),
          isUnanswerable: answerability[0] === "UNANSWERABLE",
          judged: index === input.length - 1,
          ...(reply !== undefined && { recorded: reply }),
        };
      }),
    })),
  };
}
