import type { Passage, Statement } from "../../answering/answerer.ts";
import { withoutNumber } from "./candidate-sentences.ts";
import type { WordTools } from "./narrow-row.ts";
import type { Question } from "./question.ts";
import type { Scored } from "./score-candidates.ts";
import { namedSection } from "./structure-answer.ts";

const minItems = 2;
/** More markers than these do not help. */
const maxItems = 50;
/** Chunks end at headings, or beyond this length: a list in a shorter one is whole. In characters. */
const surelyWhole = 600;

/**
 * How many items the list below the heading has that the question names: "How many approved suppliers do we have?" Undefined
 * where the list may go on in what was not read.
 */
export function countList(
  question: Question,
  scored: Scored[],
  passages: Passage[],
  tools: WordTools,
): Statement | undefined {
  if (question.shape !== "count") return undefined;
  const named = namedSection(question, [...scored], tools).map(({ candidate }) => candidate);
  const items = named.filter(({ isItem }) => isItem);
  if (items.length < minItems || items.length > maxItems) return undefined;
  const chunks = new Set(items.map(({ passage }) => passages[passage]?.chunk ?? ""));
  const [chunk = ""] = chunks;
  if (chunks.size > 1 || chunk.length > surelyWhole) return undefined;
  const rows = items.map(({ passage, text }) => ({ passage, text }));
  const heading = withoutNumber(items[0]?.innermostHeading ?? "").replace(/[\s:]+$/, "");
  return {
    text: `${heading}: ${rows.length}`,
    passages: [...new Set(rows.map(({ passage }) => passage))],
    computed: { operation: "count", column: "", rows },
  };
}
