import { noAnswerFound, nothingVerified } from "../../answering/messages.ts";
import { evidenceSentences } from "../../answering/verify/evidence-sentences.ts";
import { plainWords } from "../../answering/verify/fact-words.ts";
import { sharedContent } from "../../answering/verify/shared-content.ts";
import { verifyStatement } from "../../answering/verify/verify-statement.ts";
import type { ReadPassage } from "./expected-ranks.ts";

const saysNothing = (answer: string): boolean =>
  answer.trim() === "" || answer === noAnswerFound || answer === nothingVerified;

/** Share of a paraphrase's words that the passages must have. */
const minShared = 0.6;

/** The text of an answer without the numbers of its passages. */
const withoutNumbers = (text: string): string => text.replace(/\s?\[\d+\]/g, "");

/**
 * How well an answer fits its question. With an expected answer: the share of its content words that the answer says (the
 * recall half of SQuAD's F1, Rajpurkar et al. 2016). Without: the share of the question's content words that the answer
 * takes up, after the answer relevancy of RAGAS with words in place of a model; short answers ("1889") get little then. 0
 * for an answer that says that there is none.
 */
export function answerRelevance(
  question: string,
  answer: string,
  expected: string | undefined,
): number | null {
  if (saysNothing(answer)) return 0;
  const wanted = expected ?? question;
  return plainWords(wanted).length === 0 ? null : sharedContent(wanted, withoutNumbers(answer));
}

/**
 * Share of the sentences of an answer that its passages support, by the rules that verify the citations of answers
 * (docs/decisions/verification.md): they prove it, or they find no fault and the passages have most of its words. After the
 * faithfulness of RAGAS (Es et al. 2024). Null for an answer that states nothing.
 */
export function faithfulness(answer: string, passages: ReadPassage[]): number | null {
  const text = withoutNumbers(answer);
  if (text.trim() === "" || saysNothing(answer)) return null;
  const evidence = passages.map((passage, at) => ({
    fileId: "",
    fileName: passage.fileName,
    elementId: String(at),
    elementType: "NarrativeText",
    pageNumber: 1,
    sectionNumber: 1,
    sectionTitle: passage.title,
    text: passage.text,
    score: 1,
  }));
  const all = evidence.map((_, at) => at);
  const read = passages.map(({ title, text }) => `${title}\n${text}`).join("\n");
  const sentences = evidenceSentences(text).map(({ start, end }) => text.slice(start, end));
  if (sentences.length === 0) return null;
  if (all.length === 0) return 0;
  const supported = sentences.filter((sentence) => {
    const found = verifyStatement({ text: sentence, passages: all }, evidence);
    // One that gave way to the words of the evidence was not supported as it stood.
    if (found === undefined || oneLine(found.text) !== oneLine(sentence)) return false;
    return found.verdict !== "unverified" || sharedContent(sentence, read) >= minShared;
  });
  return supported.length / sentences.length;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
