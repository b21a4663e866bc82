import { messages, wantsEvents } from "@headwater/spec";
import { streamAnswer } from "../answer-stream.ts";
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
    if (!wantsEvents(headerText(headers.accept))) return presentAnswer(await ask(request, signal));
    return streamAnswer(async (onDelta) => presentAnswer(await ask(request, signal, onDelta)), failure);
  },
  { failure, required: { question: messages.questionRequired } },
);
