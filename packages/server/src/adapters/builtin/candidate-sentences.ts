import type { Passage } from "../../answering/answerer.ts";
import { splitSentences } from "../../kernel/sentences.ts";
import { termsOf } from "../../kernel/terms.ts";

/** A sentence (or row of a table, or item of a list) that may answer, with what stands around it. */
export type Candidate = {
  /** Position of its passage in the request. */
  passage: number;
  /** Order among all candidates. */
  position: number;
  /** Word for word, white space normalised. */
  text: string;
  /** Stems without stop words, in order. */
  stems: string[];
  /** Of the sentence in front of it in the passage. */
  before: Set<string>;
  /** Of the headings above it, the name of the file, and what the file speaks of throughout. */
  heading: Set<string>;
  /** Of the few sentences around it. */
  around: Set<string>;
  /** "It", "This", "They" …: what it speaks of was named before. */
  leans: boolean;
  isTitle: boolean;
  isRow: boolean;
};

/** More sentences than this are not read: best passages come first. */
const mostCandidates = 10_000;

/** How far `around` reaches: sentences before and after. */
const reach = { before: 3, after: 1 } as const;

const leaning =
  /^(?:and |but |so |also |however,? |therefore,? |then )?(?:it|its|this|that|these|those|they|their|he|his|she|her|such|there|both|the (?:former|latter|same))\b/i;

/** All sentences of the passages, best passage first. */
export function candidateSentences(passages: Passage[]): Candidate[] {
  const candidates: Candidate[] = [];
  const topics = topicsByFile(passages);
  for (const [index, passage] of passages.entries()) {
    if (candidates.length >= mostCandidates) break;
    const titles = termsOf(`${passage.sectionTitle} ${withoutExtension(passage.fileName)}`);
    const heading = new Set([...titles, ...(topics.get(passage.fileId) ?? [])]);
    const texts = sentencesOf(passage);
    const stems = texts.map(termsOf);
    for (const [order, text] of texts.entries()) {
      candidates.push({
        passage: index,
        position: candidates.length,
        text: text.replace(/\s+/g, " ").trim(),
        stems: stems[order] ?? [],
        before: new Set(stems[order - 1]),
        heading,
        around: new Set(stems.slice(Math.max(0, order - reach.before), order + reach.after + 1).flat()),
        leans: leaning.test(text),
        isTitle: passage.elementType === "Title",
        isRow: passage.elementType === "Table" || passage.elementType === "TableRow",
      });
    }
  }
  return candidates.slice(0, mostCandidates);
}

/** A table's text has a line per row that reads by itself; other elements are split into sentences. */
function sentencesOf({ elementType, text }: Passage): string[] {
  if (elementType === "Table" || elementType === "TableRow") {
    return text.split("\n").filter((line) => line.trim() !== "");
  }
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

const withoutExtension = (name: string): string => name.replace(/\.\w{1,5}$/, "").replace(/[_-]+/g, " ");

/** Words that at least a third of a file's passages hold, and two: what it is about, named or not in each. */
function topicsByFile(passages: Passage[]): Map<string, string[]> {
  const counts = new Map<string, { passages: number; words: Map<string, number> }>();
  for (const { fileId, text } of passages) {
    const file = counts.get(fileId) ?? { passages: 0, words: new Map<string, number>() };
    file.passages += 1;
    for (const word of new Set(termsOf(text))) file.words.set(word, (file.words.get(word) ?? 0) + 1);
    counts.set(fileId, file);
  }
  return new Map(
    [...counts].map(([fileId, { passages: total, words }]) => [
      fileId,
      [...words].filter(([, count]) => count >= Math.max(2, total / 3)).map(([word]) => word),
    ]),
  );
}
