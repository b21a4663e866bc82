import { type Citation, messages, wantsEvents } from "@headwater/spec";
import { type AskEvent, wholeAnswer } from "../../answering/ask-event.ts";
import { fingerprintOf } from "../../answering/kept-answer.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import { streamEvents } from "../answer-stream.ts";
import { defineRoute, headerText } from "../define-route.ts";
import type { ServerEvent } from "../event-frame.ts";
import { presentAnswer, presentCitation } from "../present/answer.ts";
import { selectedFiles } from "../selected-files.ts";

export const askFailure = "Failed to answer question";
const maxKeyLength = 256;

export const askSources = defineRoute(
  "askSources",
  async ({ body, caller, headers, signal, runId }, { resolveFiles, ask }) => {
    const { projectId } = caller;
    const key = readKey(headerText(headers["idempotency-key"]));
    const fileIds = await resolveFiles(projectId, selectedFiles(body));
    const request = {
      projectId,
      question: body.question,
      conversationId: body.conversation_id,
      reset: body.reset,
      fileIds,
      thinkingLevel: body.thinking_level ?? "accurate",
      isStreamed: wantsEvents(headerText(headers.accept)),
      includeCitationImages: body.include_citation_images ?? false,
      includeCitationMarkup: body.include_citation_markup ?? false,
      outputSchema: body.output_schema,
      once: key === undefined ? undefined : { key, fingerprint: fingerprintOf(body) },
    };
    const events = ask(request, signal);
    if (request.isStreamed) return streamEvents(presentEvents(events, runId), askFailure);
    return presentAnswer(await wholeAnswer(events));
  },
  { elsewhere: "always", failure: askFailure, required: { question: messages.questionRequired } },
);

function readKey(sent: string | undefined): string | undefined {
  if (sent !== undefined && sent.length > maxKeyLength)
    throw invalidInput(`Invalid input: Idempotency-Key must not be longer than ${maxKeyLength} characters`);
  return sent || undefined;
}

/** The first event names the stream. It comes with the first one of the answer, so what is refused has no stream. */
async function* presentEvents(
  events: AsyncIterable<AskEvent>,
  runId: string | undefined,
): AsyncGenerator<ServerEvent> {
  let isNamed = false;
  for await (const event of events) {
    if (!isNamed) yield { event: "status", data: { answer_id: runId } };
    isNamed = true;
    yield presentEvent(event);
  }
}

function presentEvent(event: AskEvent): ServerEvent {
  switch (event.type) {
    case "status":
      return { event: "status", data: { stage: event.stage } };
    case "delta":
      return { event: "delta", data: { text: event.text } };
    case "citation":
      return { event: "citation", data: presentCitation(event.citation) satisfies Citation };
    case "answer":
      return { event: "answer", data: presentAnswer(event.answer) };
  }
}
