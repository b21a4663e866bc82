import type { Answer, Citation } from "@headwater/client";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { BuildProgress } from "../components/build-progress.tsx";
import { CitedAnswer } from "../components/cited-answer.tsx";
import { UploadDropzone } from "../components/upload-dropzone.tsx";
import type { Upload } from "../sources/upload.ts";
import type { AnswerMessage, AskMessage, Conversation } from "./ask-message.ts";
import { localConversationStorage } from "./local-conversation-storage.ts";
import { useAsk } from "./use-ask.ts";

const schema = z.object({ years: z.number(), on: z.string().transform((text) => new Date(text)) });
type Output = { years: number; on: Date };
const answerOf = <Output,>(messages: AskMessage<Output>[]) => messages[0] as AnswerMessage<Output>;

describe("useAsk", () => {
  it("types messages by what they are", () => {
    const { messages, status, error, conversationId } = useAsk();
    expectTypeOf(status).toEqualTypeOf<"ready" | "submitted" | "streaming" | "error">();
    expectTypeOf(error).toEqualTypeOf<Error | undefined>();
    expectTypeOf(conversationId).toEqualTypeOf<string | undefined>();
    const message = answerOf(messages);
    expectTypeOf(message.citations).toEqualTypeOf<Citation[]>();
    expectTypeOf(message.answer).toEqualTypeOf<Answer | undefined>();
    expectTypeOf(message.structuredOutput).toEqualTypeOf<unknown>();
    // @ts-expect-error: only an answer has citations
    messages[0]?.citations;
  });

  it("types structured output by the schema", () => {
    const { messages, setMessages } = useAsk({
      schema,
      onAnswer: (_, message) => expectTypeOf(message.structuredOutput).toEqualTypeOf<Output | undefined>(),
    });
    expectTypeOf(answerOf(messages).structuredOutput).toEqualTypeOf<Output | undefined>();
    setMessages((before) => before.slice(1));
    const conversation = { conversationId: "c", messages };
    expectTypeOf(conversation).toExtend<Conversation<Output>>();
    useAsk({ schema, initialConversation: conversation, storage: localConversationStorage("chat") });
  });

  it("refuses settings the service does not know", () => {
    const { ask, regenerate } = useAsk({ fileIds: ["f"], thinkingLevel: "max" });
    expectTypeOf(ask("?", { thinkingLevel: "fast" })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(regenerate("m1", { fileIds: [] })).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error: no such level
    void ask("?", { thinkingLevel: "deep" });
    // @ts-expect-error: a question is required
    void ask();
  });
});

describe("components", () => {
  it("take what the hooks give", () => {
    const { messages } = useAsk({ schema });
    const { text, citations } = answerOf(messages);
    const upload = {} as Upload;
    return [
      <UploadDropzone key="a" accept=".pdf" onFiles={(files) => files.map(({ name }) => name)}>
        {({ heldCount }) => heldCount.toFixed()}
      </UploadDropzone>,
      <CitedAnswer
        key="b"
        answer={text}
        citations={citations}
        onCitationPress={(each) => each.page_number}
      />,
      <BuildProgress key="c" upload={upload} build={upload.build} />,
      // @ts-expect-error: an answer is required
      <CitedAnswer key="d" />,
      // @ts-expect-error: what takes files needs someone to give them to
      <UploadDropzone key="e" />,
    ];
  });
});
