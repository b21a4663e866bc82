import { asideTexts } from "../lines/asides.ts";
import type { Box } from "../page/box.ts";
import type { Word } from "../page/page.ts";
import type { Draft } from "./block-element.ts";
import type { PreparedPage } from "./page-blocks.ts";

/** What of a page's words its elements give. */
export type PageProof = {
  /** 1-based. */
  pageNumber: number;
  /** How many words the page shows, as far as its text or its picture could be read. */
  words: number;
  /** Of their letters and figures, the share that is in the elements and that is not garbled: 0 to 1. */
  share: number;
  /** The words that no element has. */
  lost: string[];
};

/** A page below this share is uncertain. */
export const minProofShare = 0.98;

/** Why a page with such a proof is uncertain. Undefined where too little is lost, or its words are garbled. */
export const lossOf = ({ share, lost, words }: PageProof): string | undefined =>
  share < minProofShare && lost.length > 0
    ? `${lost.length} of its ${words} words are missing in the text`
    : undefined;

export type ProvenPage = {
  proof: PageProof;
  /** Lines of words that the drafts lack, on the displayed page. They are to be given after the drafts. */
  unplaced: (Box & { text: string })[];
  /** Why the page is uncertain, if it is. */
  doubt: string | undefined;
};

/** The proof of a page that is to give these drafts. Where they lack more than two of a hundred letters, it completes them. */
export function provePage(prepared: PreparedPage, drafts: readonly Draft[]): ProvenPage {
  const { page, shown, margins, isGarbled, isGarbledWord } = prepared;
  const isUnsound = (word: Word) => isGarbled || isGarbledWord?.(word) === true;
  const given = drafts.map(({ text }) => text);
  const first = proofOfWords(shown, given, isUnsound);
  const lost = first.lost.filter((word) => !isUnsound(word));
  const unplaced =
    first.share < minProofShare && lost.length > 0 ? asideTexts(lost, page.width, page.height, 0) : [];
  const { share, lost: missing } =
    unplaced.length === 0
      ? first
      : proofOfWords(shown, [...given, ...unplaced.map(({ text }) => text)], isUnsound);
  // What OCR could not read at all is not among the words.
  const isUnread = shown.length === 0 && page.doubt !== undefined;
  const words = shown.length;
  const texts = missing.map(({ text }) => text);
  const proof = { pageNumber: margins.pageNumber, words, share: isUnread ? 0 : share, lost: texts };
  const completed =
    unplaced.length > 0
      ? `${lost.length} of its ${words} words have no place in its order, and come at its end`
      : undefined;
  return { proof, unplaced, doubt: lossOf(proof) ?? completed };
}

/** Compares the words that a page shows with the texts that are given of it. Order and spaces do not count. */
export function proofOfWords(
  shown: readonly Word[],
  given: readonly string[],
  isGarbled: (word: Word) => boolean,
): { share: number; lost: Word[] } {
  const text = lettersOf(given.join(" "));
  const left = countCharacters(text);
  let drawn = 0;
  let missing = 0;
  const lost: Word[] = [];
  for (const word of shown) {
    const letters = lettersOf(word.text);
    drawn += letters.length;
    if (isGarbled(word)) missing += letters.length;
    let absent = 0;
    for (let index = 0; index < letters.length; index += 1) {
      const code = letters.charCodeAt(index);
      const count = left[code] ?? 0;
      if (count === 0) absent += 1;
      else left[code] = count - 1;
    }
    const isLost = letters !== "" && !text.includes(letters);
    if (isLost) lost.push(word);
    if (!isGarbled(word)) missing += isLost ? letters.length : absent;
  }
  return { share: drawn === 0 ? 1 : 1 - missing / drawn, lost };
}

const plain = /^[\0-\x7f]*$/;

/** Most words are plain letters, for which the engine needs no properties of Unicode. */
const lettersOf = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "");

/** By UTF-16 code. */
function countCharacters(text: string): Uint32Array {
  const counts = new Uint32Array(0x1_0000);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
