import type { Element, Source } from "@headwater/client";
import { sampleName } from "../sources/sample-file.ts";

/** A question that the sources answer, and the source that does. */
export type Suggestion = { question: string; fileId: string; fileName: string; page: number | undefined };

/** Questions at most, and how many of one source. */
const maxSuggestions = 5;
const maxOfSource = 2;
/** Words of a heading that says what its section is about. */
const headingWords = { min: 2, max: 12 };

/** What the sample answers, with the page that does. A test asks the service. */
export const sampleQuestions: readonly { question: string; page: number }[] = [
  { question: "How many trees are left of the Hollin Seedling?", page: 2 },
  { question: "What did the trustees set aside for the press?", page: 1 },
  { question: "Who has taken over the nursery?", page: 1 },
];

/**
 * Questions taken from the documents, the sample first: headings that ask something as they stand, else what is said about
 * a heading. `titles` are the headings of each source, in their order.
 */
export function suggestQuestions(
  sources: readonly Pick<Source, "file_id" | "file_name">[],
  titles: ReadonlyMap<string, readonly Pick<Element, "text" | "page_number">[]>,
): Suggestion[] {
  const isSample = (source: Pick<Source, "file_name">) => source.file_name === sampleName;
  const ordered = [...sources.filter(isSample), ...sources.filter((source) => !isSample(source))];
  return ordered
    .flatMap((source): Suggestion[] => {
      const { file_id: fileId, file_name: fileName } = source;
      const place = { fileId, fileName: fileName ?? "" };
      if (isSample(source)) return sampleQuestions.map((asked) => ({ ...place, ...asked }));
      const asked = (titles.get(fileId) ?? []).slice(1).flatMap(({ text, page_number: page }) => {
        const question = questionOf(text);
        return question ? [{ ...place, question, page: page ?? undefined }] : [];
      });
      const sorted = [...asked.filter(isAsking), ...asked.filter((one) => !isAsking(one))];
      return sorted.slice(0, maxOfSource);
    })
    .slice(0, maxSuggestions);
}

const isAsking = ({ question }: Suggestion): boolean => !question.startsWith("What is said about");

function questionOf(heading: string): string | undefined {
  const text = heading.trim().replace(/^[\d.]+\s+/, "");
  const words = text.split(/\s+/).length;
  if (words < headingWords.min || words > headingWords.max) return undefined;
  if (text.endsWith("?")) return text;
  return /^[\p{L}\p{N}\s'’,-]+$/u.test(text) ? `What is said about “${text}”?` : undefined;
}
