import { EventType, type ModelMessage, type StreamChunk, type UIMessage } from "@tanstack/ai/client";
import type { ConnectConnectionAdapter } from "@tanstack/ai-client";
import { reasonOf } from "../reason-of.ts";
import { type ChatAdapterOptions, type ChatEvent, chatEvents } from "./chat-events.ts";

/** Name of the custom events whose value is a `Citation`. `onCustomEvent` of `useChat` gets them. */
export const citationEvent = "citation";

/**
 * A connection for `useChat` of TanStack AI. A thread is one conversation of the service for as long as the connection is
 * kept, because messages have no place for its id. They have no parts for sources either: citations are custom events.
 *
 * @example const chat = useChat({ connection: documentsConnection({ client }), onCustomEvent });
 */
export function documentsConnection(options: ChatAdapterOptions): ConnectConnectionAdapter {
  const conversations = new Map<string, string>();
  return {
    async *connect(messages, _data, signal, run) {
      const { threadId = "", runId = "" } = run ?? {};
      // `crypto.randomUUID` is missing on pages without HTTPS.
      const messageId = crypto.getRandomValues(new Uint32Array(4)).join("-");
      // The first question of a thread begins a conversation, also after the thread was cleared.
      if (messages.length === 1) conversations.delete(threadId);
      const turn = { question: questionOf(messages), conversationId: conversations.get(threadId), signal };
      yield { type: EventType.RUN_STARTED, threadId, runId };
      yield { type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" };
      try {
        for await (const event of chatEvents(options, turn)) {
          if (event.type === "end") conversations.set(threadId, event.answer.conversation_id);
          else yield chunkOf(event, messageId);
        }
      } catch (error) {
        if (!signal?.aborted) yield { type: EventType.RUN_ERROR, message: reasonOf(error) };
        return;
      }
      yield { type: EventType.TEXT_MESSAGE_END, messageId };
      yield { type: EventType.RUN_FINISHED, threadId, runId, finishReason: "stop" };
    },
  };
}

function chunkOf(event: Exclude<ChatEvent, { type: "end" }>, messageId: string): StreamChunk {
  return event.type === "text"
    ? { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta: event.text }
    : { type: EventType.CUSTOM, name: citationEvent, value: event.citation };
}

function questionOf(messages: readonly (UIMessage | ModelMessage)[]): string {
  const question = messages.findLast(({ role }) => role === "user");
  if (question === undefined) return "";
  const parts = "parts" in question ? question.parts : question.content;
  if (typeof parts === "string") return parts;
  return (parts ?? []).flatMap((part) => (part.type === "text" ? part.content : [])).join("\n");
}
