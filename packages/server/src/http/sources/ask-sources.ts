import { messages, wantsEvents } from "@headwater/spec";
import { type AskEvent, wholeAnswer } from "../../answering/ask-event.ts";
import { type ServerEvent, streamEvents } from "../answer-stream.ts";
import { defineRoute, headerText } from "../define-route.ts";
import { presentAnswer } from "../present/answer.ts";

const failure = "Failed to answer question";

export const askSources = defineRoute(
  "askSources",
  async ({ body, caller, headers, signal }, { resolveFiles, ask }) => {
    const { projectId } = caller;
    const fileIds = await resolveFiles(projectId, { fileIds: body.file_ids, fileNames: body.file_names });
    const request = {
      projectId,
      question: body.question,
      conversationId: body.conversation_id,
      reset: body.reset,
      fileIds,
      thinkingLevel: body.thinking_level ?? "accurate",
      includeCitationImages: body.include_citation_images ?? false,
      includeCitationMarkup: body.include_citation_markup ?? false,
      outputSchema: body.output_schema,
    };
    const events = ask(request, signal);
    if (wantsEvents(headerText(headers.accept))) return streamEvents(presentEvents(events), failure);
    return presentAnswer(await wholeAnswer(events));
  },
  { elsewhere: "always", failure, required: { question: messages.questionRequired } },
);

/** Sends `delta` events with `{text}` as the text grows, then one `answer` event with the object of the JSON answer. */
async function* presentEvents(events: AsyncIterable<AskEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of events) {
    if (event.type === "delta") yield { event: "delta", data: { text: event.text } };
    else if (event.type === "answer") yield { event: "answer", data: presentAnswer(event.answer) };
  }
}
