import type { AnswerMessage } from "@headwater/react-hooks";

/** What the service is doing for an answer, in a word or two. A stage that is not known here is "Writing". */
export function stageWords({ stage, text }: Pick<AnswerMessage, "stage" | "text">): string {
  // Words on screen count more than what was said last.
  if (text !== "") return "Writing";
  if (stage === "retrieving") return "Searching the sources";
  return stage === "reading" ? "Reading passages" : "Writing";
}
