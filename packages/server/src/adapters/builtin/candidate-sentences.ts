import type { Passage } from "../../answering/answerer.ts";
import { fileNameWords } from "../../text/file-name-words.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type AnswerTable, readAnswerTable, rowText } from "./answer-table.ts";
import { impliedTerms } from "./implied-terms.ts";
import type { WordReader } from "./word-reader.ts";

/** A sentence (or table row, or list item) that may be an answer, with its context. */
export type Candidate = {
  /** Position of its passage in the request. */
  passage: number;
  /** Order among all candidates. */
  position: number;
  /** Word for word, white space normalised. */
  text: string;
  /** Stems without function words, in order. */
  stems: string[];
  /** Stems of the sentence before it in the passage. */
  before: Set<string>;
  /** Stems of the headings above it and of the file's name. */
  heading: Set<string>;
  /** The innermost heading above it, or the question right before it. */
  innermostHeading: string;
  /** All headings above it, in words. */
  headings: string;
  /** What it is about and what it says, as it is embedded: "License: MIT". */
  headed: string;
  /** Identifies its file and the headings above it. */
  section: string;
  /** Stems of the innermost heading only. */
  innermost: Set<string>;
  /** Whether that heading is a question: this is (part of) its answer. */
  answersHeading: boolean;
  /** Stems of the few sentences around it. */
  around: Set<string>;
  /** Whether it starts with "It", "This", "They" … and so refers to something named before. */
  refersBack: boolean;
  isTitle: boolean;
  isItem: boolean;
  /** Of an item: the sentence that leads into its list, "To join you need:". */
  leadIn?: string;
  /** The row of a table that it is. */
  row?: { table: AnswerTable; index: number };
};

type Sentence = { text: string; stems: string[]; row?: { table: AnswerTable; index: number } };

/** Maximum sentences read. The best passages come first. */
const maxCandidates = 10_000;

/** Number of sentences before and after that `around` covers. */
const reach = { before: 3, after: 1 } as const;

const referringBack =
  /^(?:and |but |so |also |however,? |therefore,? |then )?(?:it|its|this|that|these|those|they|their|he|his|she|her|such|there|both|the (?:former|latter|same))\b/i;

/** The sign before a list item. Inside an answer it would separate text that belongs together. */
const bullet = /^[-–—•●▪◦‣*·]\s+/;
/** "7. Next meeting", "§ 9 Notice", "Article 4 – Fees": the number is not a word of a heading. */
const numbering =
  /^(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+)[.)]\s+|\d+(?:\.\d+)*\s+(?=\p{L})|(?:§+|art(?:icle|ikel|[ií]culo|icolo|igo|\.)|section|secci[oó]n|clause|chapter|chapitre|cap[ií]tulo|kapitel|abschnitt|ziffer)\s*(?:\d+(?:\.\d+)*[a-z]?|[IVX]+)[.):]*\s+(?:[-–—]\s+)?(?=\p{L}))/iu;

export const withoutNumber = (heading: string): string => heading.replace(numbering, "");

const headedText = (heading: string, text: string): string => {
  const name = withoutNumber(heading).replace(/:$/, "");
  return name === "" ? text : `${name}: ${text}`;
};

const isQuestion = (text: string): boolean => /[?？]["”’»)\]]*$/u.test(text);

/** All sentences of the passages, best passage first. Questions are left out: they anchor what follows them. */
export function candidateSentences(passages: Passage[], reader: WordReader): Candidate[] {
  const candidates: Candidate[] = [];
  const sentences = passages.map((passage) => sentencesOf(passage, reader));
  /** A question that ended the passage before, in the same section: this one answers it. */
  let asked: { section: string; text: string } | undefined;
  let leading: { section: string; text: string } | undefined;
  for (const [index, passage] of passages.entries()) {
    if (candidates.length >= maxCandidates) break;
    const section = `${passage.fileId} ${passage.sectionTitle}`;
    const titles = reader.stems(`${passage.sectionTitle} ${fileNameWords(passage.fileName)}`);
    const heading = new Set(titles);
    let anchor = asked?.section === section ? asked.text : (passage.sectionTitle.split(" › ").at(-1) ?? "");
    let innermost = new Set(reader.stems(anchor));
    const own = sentences[index] ?? [];
    const isItem = passage.elementType === "ListItem";
    const leadIn = isItem && leading?.section === section ? leading.text : undefined;
    for (const [order, { text, stems, row }] of own.entries()) {
      const plain = text.replace(/\s+/g, " ").trim().replace(bullet, "");
      if (isQuestion(plain)) {
        anchor = plain;
        innermost = new Set(stems);
        continue;
      }
      candidates.push({
        passage: index,
        position: candidates.length,
        text: plain,
        stems,
        before: new Set(own[order - 1]?.stems),
        section,
        heading,
        headings: passage.sectionTitle,
        headed: headedText(leadIn ?? anchor, plain),
        innermostHeading: anchor,
        innermost,
        answersHeading: isQuestion(anchor),
        around: new Set(
          own.slice(Math.max(0, order - reach.before), order + reach.after + 1).flatMap((one) => one.stems),
        ),
        refersBack: referringBack.test(text),
        isTitle: passage.elementType === "Title",
        isItem,
        ...(leadIn !== undefined && { leadIn }),
        ...(row && { row }),
      });
    }
    const last = own.at(-1)?.text.trim() ?? "";
    if (!isItem) leading = last.endsWith(":") ? { section, text: last } : undefined;
    asked = passage.elementType !== "Title" && isQuestion(last) ? { section, text: last } : undefined;
  }
  return candidates.slice(0, maxCandidates);
}

/** Each row of a table is one. Other elements are split into sentences. */
function sentencesOf(passage: Passage, reader: WordReader): Sentence[] {
  const read = (text: string): string[] => [...reader.stems(text), ...impliedTerms(text, reader)];
  const table = readAnswerTable(passage);
  if (table) {
    return table.rows.map((_, index) => {
      const text = rowText(table, index);
      return { text, stems: read(text), row: { table, index } };
    });
  }
  const { text } = passage;
  return splitSentences(text).map(({ start, end }) => {
    const sentence = text.slice(start, end);
    return { text: sentence, stems: read(sentence) };
  });
}
