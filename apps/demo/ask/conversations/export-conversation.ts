import type { ConversationDetail } from "@headwater/client";
import { plainAnswer, printAnswer } from "../print-answer.ts";

/** A conversation as a Markdown file: each question, its answer, and below it the quotations with their places. */
export function exportConversation({ title, turns }: ConversationDetail): { name: string; text: string } {
  const parts = turns.map(
    ({ question, answer, citations }) => `## ${question}\n\n${plainAnswer(printAnswer(answer, citations))}`,
  );
  const heading = title ?? "Conversation";
  return {
    name: `${fileStem(heading)}.md`,
    text: `${[`# ${heading}`, ...parts].join("\n\n")}\n`,
  };
}

/** What every file system takes. */
const fileStem = (title: string): string =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "conversation";
