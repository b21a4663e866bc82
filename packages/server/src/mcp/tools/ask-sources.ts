import type { Answer, Citation } from "@headwater/spec";
import { maxAnswerBytes } from "../answer-size.ts";
import { blockMarkdown, inlineMarkdown } from "../safe-markdown.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { bodyOf, failedResult, textResult, textWithin } from "../tool-result.ts";

export const askSources: Tool = {
  name: "ask_sources",
  title: "Ask the documents",
  description:
    "Answers a question from the ingested documents. Each statement has a number in brackets that names its source: file, page and text. Says so when the documents hold no answer.",
  inputSchema: {
    type: "object",
    required: ["question"],
    properties: {
      question: { ...schemaParts.question, description: "What to answer." },
      conversation_id: {
        type: "string",
        description: "Continue the conversation of an earlier answer, which named it.",
      },
      file_ids: schemaParts.file_ids,
      file_names: schemaParts.file_names,
      tags: schemaParts.tags,
      thinking_level: schemaParts.thinking_level,
    },
  },
  needs: "read",
  async call(body, { call, signal }) {
    const reply = await call({ operationId: "askSources", body }, signal);
    return reply.status === 200 ? textResult(inWords(bodyOf<Answer>(reply))) : failedResult(reply);
  },
};

/** The answer, and what each of its `[N]` stands for. Without a model it is quotes, which are plain text. */
function inWords({ answer, citations, conversation_id, usage }: Answer): string {
  const words = usage.model ? answer : blockMarkdown(answer);
  const sources = citations?.length ? `\n\nSources:\n${citations.map(citationLine).join("\n")}` : "";
  return `${textWithin(words + sources, maxAnswerBytes - 200)}\n\nconversation_id: ${conversation_id}`;
}

const citationLine = ({ index, file_name, file_id, page_number, text_preview }: Citation): string =>
  `[${index}] ${inlineMarkdown(file_name ?? "")} (file_id ${file_id}), page ${page_number}: ${inlineMarkdown(text_preview ?? "")}`;
