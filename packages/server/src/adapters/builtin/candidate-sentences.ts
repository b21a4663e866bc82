import type { Passage } from "../../answering/answerer.ts";
import { fileNameWords } from "../../text/file-name-words.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { TermReader } from "../../text/term-reader.ts";

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
  /** Its file and the headings it stands under. */
  section: string;
  /** Of the innermost heading alone. */
  innermost: Set<string>;
  /** Of the few sentences around it. */
  around: Set<string>;
  /** "It", "This", "They" …: what it speaks of was named before. */
  refersBack: boolean;
  isTitle: boolean;
  isItem: boolean;
};

type Sentence = { text: string; terms: string[] };

/** More sentences than this are not read: best passages come first. */
const maxCandidates = 10_000;

/** How far `around` reaches: sentences before and after. */
const reach = { before: 3, after: 1 } as const;

const referringBack =
  /^(?:and |but |so |also |however,? |therefore,? |then )?(?:it|its|this|that|these|those|they|their|he|his|she|her|such|there|both|the (?:former|latter|same))\b/i;

/** The sign in front of a list's item: amid an answer it would separate what belongs together. */
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

/** A table's text has a line per row that reads by itself; other elements are split into sentences. */
function sentencesOf({ elementType, text }: Passage): string[] {
  if (elementType === "Table" || elementType === "TableRow") {
    return text.split("\n").filter((line) => line.trim() !== "");
  }
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

const implied: [RegExp, string][] = [
  // From a word's start and 64 characters at most (RFC 5321): else a long word is tried from each of its letters.
  [/(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+\.\p{L}/u, "email mail"],
  [/(?<![\p{L}\p{N}.,-])(?:\+\d|\(?0\d|\(?\d{3}\)?[ .-]\d{3})[\d ().-]{5,}\d/u, "phone telephone"],
  [/\bhttps?:\/\/|\bwww\./i, "website url"],
];

/** What a sentence tells without saying the word: an address with an @ is an e-mail address. */
const impliedTerms = (text: string, read: TermReader): string[] =>
  implied.flatMap(([pattern, words]) => (pattern.test(text) ? read(words) : []));

/** Words that at least a third of a file's passages hold, and two: what it is about, named or not in each. */
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
