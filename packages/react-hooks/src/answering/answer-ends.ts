import { type Answer, isApiError } from "@headwater/client";
import { reasonOf } from "../reason-of.ts";
import type { AnswerMessage } from "./ask-message.ts";

/** What changes in a message when its answer is complete. */
export const doneWith = (answer: Answer, endedAt: number): Partial<AnswerMessage<never>> => ({
  text: answer.answer,
  citations: answer.citations ?? [],
  structuredOutput: answer.structured_output as never,
  status: "done",
  stage: undefined,
  resume: undefined,
  answer,
  endedAt,
});

/** What changes in a message when its answer failed. The text so far stays. */
export const failedWith = (error: Error, endedAt: number): Partial<AnswerMessage<never>> => ({
  status: "error",
  stage: undefined,
  resume: undefined,
  error: { message: reasonOf(error), status: isApiError(error) ? error.status : undefined },
  endedAt,
});
