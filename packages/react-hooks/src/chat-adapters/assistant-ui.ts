import type { ChatModelAdapter, SourceMessagePart, ThreadMessage } from "@assistant-ui/react";
import type { Citation } from "@headwater/client";
import { type ChatAdapterOptions, chatEvents } from "./chat-events.ts";

/**
 * The model behind `useLocalRuntime` of assistant-ui. Each thread is one conversation of the service. Citations are parts
 * of type `source` after the text; `citationOf` gives what the service said of one.
 *
 * @example const runtime = useLocalRuntime(documentsModel({ client }));
 */
export const documentsModel = (options: ChatAdapterOptions): ChatModelAdapter => ({
  async *run({ messages, abortSignal }) {
    const turn = { ...turnOf(messages), signal: abortSignal };
    const sources: SourceMessagePart[] = [];
    let text = "";
    let conversationId: string | undefined;
    for await (const event of chatEvents(options, turn)) {
      if (event.type === "text") text += event.text;
      else if (event.type === "citation") sources.push(sourceOf(event.citation));
      else conversationId = event.answer.conversation_id;
      yield {
        content: [{ type: "text", text }, ...sources],
        ...(conversationId !== undefined && { metadata: { custom: { conversationId } } }),
      };
    }
  },
});

/** The citation behind a part that `documentsModel` made; undefined for parts of others. */
export const citationOf = (part: { providerMetadata?: object | undefined }): Citation | undefined =>
  (part.providerMetadata as { headwater?: { citation: Citation } } | undefined)?.headwater?.citation;

const sourceOf = (citation: Citation): SourceMessagePart => ({
  type: "source",
  sourceType: "document",
  id: String(citation.index),
  title: citation.file_name ?? "",
  mediaType: "application/octet-stream",
  providerMetadata: { headwater: { citation: JSON.parse(JSON.stringify(citation)) } },
});

function turnOf(messages: readonly ThreadMessage[]) {
  const question = messages.findLast(({ role }) => role === "user");
  const conversationIds = messages.map(({ metadata }) => metadata.custom.conversationId);
  return {
    question: question?.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n") ?? "",
    conversationId: conversationIds.findLast((id) => typeof id === "string"),
  };
}
