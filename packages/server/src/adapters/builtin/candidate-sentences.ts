import type { Passage } from "../../answering/answerer.ts";
import { fileNameWords } from "../../text/file-name-words.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { TermReader } from "../../text/term-reader.ts";

/** A sentence (or table row, or list item) that may be an answer, with its context. */
export type Candidate = {
  /** Position of its passage in the request. */
  passage: number;
  /** Order among all candidates. */
  position: number;
  /** Word for word, white space normalised. */
  text: string;
  /** Stems without stop words, in order. */
  stems: string[];
  /** Stems of the sentence before it in the passage. */
  before: Set<string>;
  /** Stems of the headings above it, of the file's name, and of the topics of the whole file. */
  heading: Set<string>;
  /** Identifies its file and the headings above it. */
  section: string;
  /** Stems of the innermost heading only. */
  innermost: Set<string>;
  /** Stems of the few sentences around it. */
  around: Set<string>;
  /** Whether it starts with "It", "This", "They" … and so refers to something named before. */
  refersBack: boolean;
  isTitle: boolean;
  isItem: boolean;
};

type Sentence = { text: string; terms: string[] };

/** Maximum sentences read. The best passages come first. */
const maxCandidates = 10_000;

/** Number of sentences before and after that `around` covers. */
const reach = { before: 3, after: 1 } as const;

const referringBack =
  /^(?:and |but |so |also |however,? |therefore,? |then )?(?:it|its|this|that|these|those|they|their|he|his|she|her|such|there|both|the (?:former|latter|same))\b/i;

/** The sign before a list item. Inside an answer it would separate text that belongs together. */
const bullet = /^[-–—•●▪◦‣*·]\s+/;

/** All sentences of the passages, best passage first. */
export function candidateSentences(passages: Passage[], read: TermReader): Candidate[] {
  const candidates: Candidate[] = [];
  const sentences = passages.map((passage) =>
    sentencesOf(passage).map((text): Sentence => ({ text, terms: read(text) })),
  );
  const topics = topicsByFile(passages, sentences);
  for (const [index, passage] of passages.entries()) {
    if (candidates.length >= maxCandidates) break;
    const titles = read(`${passage.sectionTitle} ${fileNameWords(passage.fileName)}`);
    const heading = new Set([...titles, ...(topics.get(passage.fileId) ?? [])]);
    const innermost = new Set(read(passage.sectionTitle.split(" › ").at(-1) ?? ""));
    const own = sentences[index] ?? [];
    const stems = own.map(({ text, terms }) => [...terms, ...impliedTerms(text, read)]);
    for (const [order, { text }] of own.entries()) {
      candidates.push({
        passage: index,
        position: candidates.length,
        text: text.replace(/\s+/g, " ").trim().replace(bullet, ""),
        stems: stems[order] ?? [],
        before: new Set(stems[order - 1]),
        section: `${passage.fileId} ${passage.sectionTitle}`,
        heading,
        innermost,
        around: new Set(stems.slice(Math.max(0, order - reach.before), order + reach.after + 1).flat()),
        refersBack: referringBack.test(text),
        isTitle: passage.elementType === "Title",
        isItem: passage.elementType === "ListItem",
      });
    }
  }
  return candidates.slice(0, maxCandidates);
}

/** The text of a table has one self-contained line per row. Other elements are split into sentences. */
function sentencesOf({ elementType, text }: Passage): string[] {
  if (elementType === "Table" || elementType === "TableRow") {
    return text.split("\n").filter((line) => line.trim() !== "");
  }
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

const implied: [RegExp, string][] = [
  // Starts at a word's start and takes at most 64 characters (RFC 5321). Otherwise a long word would be tried from each
  // of its letters.
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+\.\p{L}/u, "email mail"],
  [/(?<![\p{L}\p{N}.,-])(?:\+\d|\(?0\d|\(?\d{3}\)?[ .-]\d{3})[\d ().-]{5,}\d/u, "phone telephone"],
  [/\bhttps?:\/\/|\bwww\./i, "website url"],
];

/** Terms that a sentence implies without its word: an address with an @ is an e-mail address. */
const impliedTerms = (text: string, read: TermReader): string[] =>
  implied.flatMap(([pattern, words]) => (pattern.test(text) ? read(words) : []));

/**
 * Words in at least two passages and at least a third of a file's passages. They are the file's topics, even where a
 * passage does not name them.
 */
function topicsByFile(passages: Passage[], sentences: Sentence[][]): Map<string, string[]> {
  const counts = new Map<string, { passages: number; words: Map<string, number> }>();
  for (const [index, { fileId }] of passages.entries()) {
    const words = new Set(sentences[index]?.flatMap(({ terms }) => terms));
    const file = counts.get(fileId) ?? { passages: 0, words: new Map<string, number>() };
    file.passages += 1;
    for (const word of words) file.words.set(word, (file.words.get(word) ?? 0) + 1);
    counts.set(fileId, file);
  }
  return new Map(
    [...counts].map(([fileId, { passages: total, words }]) => [
      fileId,
      [...words].filter(([, count]) => count >= Math.max(2, total / 3)).map(([word]) => word),
    ]),
  );
}
