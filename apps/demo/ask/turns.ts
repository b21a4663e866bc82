import type { AnswerMessage, AskMessage, QuestionMessage } from "@headwater/react-hooks";
import { lastFigure } from "./print-answer.ts";

/** A question with its answer. `offset` is the highest figure of the earlier answers. */
export type Turn = { question: QuestionMessage; answer: AnswerMessage | undefined; offset: number };

/** Pairs questions with answers, and numbers the figures through the conversation. */
export function turnsOf(messages: readonly AskMessage[]): Turn[] {
  const turns: Turn[] = [];
  let offset = 0;
  for (const message of messages) {
    if (message.role === "user") turns.push({ question: message, answer: undefined, offset });
    else {
      const turn = turns.at(-1);
      if (turn) turn.answer = message;
      offset += lastFigure(message.citations);
    }
  }
  return turns;
}
