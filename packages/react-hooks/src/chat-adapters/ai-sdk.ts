import type { Citation } from "@headwater/client";
import type { ChatTransport, UIMessage, UIMessageChunk } from "ai";
import { reasonOf } from "../reason-of.ts";
import { type ChatAdapterOptions, type ChatTurn, chatEvents } from "./chat-events.ts";

/** A message of `useChat` over documents: its parts of type `data-citation` have the citations of its text. */
export type DocumentsMessage = UIMessage<{ conversationId?: string }, { citation: Citation }>;
type Chunk = UIMessageChunk<{ conversationId?: string }, { citation: Citation }>;

/**
 * A transport for `useChat` of the AI SDK. Each chat is one conversation of the service. `stop` stops the answer there.
 *
 * @example const chat = useChat<DocumentsMessage>({ transport: documentsTransport({ client }) });
 */
export const documentsTransport = (options: ChatAdapterOptions): ChatTransport<DocumentsMessage> => ({
  sendMessages: async ({ messages, abortSignal }) =>
    streamOf(chunksOf(options, { ...turnOf(messages), signal: abortSignal })),
  // A chat that is opened again has its messages; an answer that was cut off is asked for again.
  reconnectToStream: async () => null,
});

function turnOf(messages: readonly DocumentsMessage[]): Omit<ChatTurn, "signal"> {
  const question = messages.findLast(({ role }) => role === "user");
  return {
    question: question?.parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n") ?? "",
    conversationId: messages.findLast(({ metadata }) => metadata?.conversationId)?.metadata?.conversationId,
  };
}

async function* chunksOf(options: ChatAdapterOptions, turn: ChatTurn): AsyncGenerator<Chunk, void, void> {
  const id = "answer";
  yield { type: "start" };
  yield { type: "text-start", id };
  try {
    for await (const event of chatEvents(options, turn)) {
      if (event.type === "text") yield { type: "text-delta", id, delta: event.text };
      else if (event.type === "citation")
        yield { type: "data-citation", id: String(event.citation.index), data: event.citation };
      else {
        yield { type: "text-end", id };
        yield { type: "finish", messageMetadata: { conversationId: event.answer.conversation_id } };
      }
    }
  } catch (error) {
    if (turn.signal?.aborted) yield { type: "abort" };
    else yield { type: "error", errorText: reasonOf(error) };
  }
}

/** Not every browser has `ReadableStream.from`. */
const streamOf = (chunks: AsyncGenerator<Chunk, void, void>): ReadableStream<Chunk> =>
  new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void chunks.return(),
  });
