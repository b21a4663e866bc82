import type { AnswerMessage } from "@headwater/react-hooks";
import { citationTally } from "../evidence/verdict-words.ts";
import { stageWords } from "./stage-words.ts";

/** Maximum number of characters of an answer that is read aloud in full. */
const readOut = 600;

/** What a screen reader says when the state of the last answer changes. */
export function newsOf(answer: AnswerMessage | undefined): string {
  switch (answer?.status) {
    case undefined:
    case "error":
      return "";
    case "streaming":
      return stageWords(answer);
    case "stopped":
      return "Stopped.";
    case "done": {
      const words = answer.text.replace(/\s*\[\d+\]|\*\*|`/g, "");
      const cited = `${citationTally(answer.citations)}.`;
      return words.length <= readOut ? `${words} ${cited}` : `The answer is there. ${cited}`;
    }
  }
}
