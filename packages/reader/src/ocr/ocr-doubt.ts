import { fitsNoLanguage, knowsLanguage, languageFit } from "../charset/language-fit.ts";
import type { RecognisedWord } from "./recognise-text.ts";

/** Pages in a language that the engine reads are surer than 60, receipts and the accents of other languages included. */
const minConfidence = 55;
/** Marks that are not letters read like this. A photograph does too. */
const noConfidence = 35;
const minWords = 20;
/** A text of this many letters shows its language. */
const minLetters = 300;
/** So much cheaper for each letter must the text be in a language that the engine does not read. */
const minGain = 0.1;

export type OcrDoubt = {
  reason: string;
  /** Whether nothing of it is text. */
  isUnread: boolean;
};

/** Why what was recognised is not what the picture shows, as far as its words show. Null when they look right. */
export function ocrDoubt(words: readonly RecognisedWord[], languages: readonly string[]): OcrDoubt | null {
  if (words.length < minWords) return null;
  const texts = words.map(({ text }) => text);
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  if (confidence < noConfidence || (confidence < minConfidence && fitsNoLanguage(texts))) {
    const reason = `OCR (${languages.join(", ")}) found no readable text; this may be a script that these languages do not have`;
    return { isUnread: true, reason };
  }
  const other = otherLanguage(texts, languages.map(shortName));
  return other === null
    ? null
    : {
        isUnread: false,
        reason: `the text looks like ${languageName(other)}, and OCR read it as ${languages.join(", ")}, so letters may be wrong`,
      };
}

/** The language of a text (two letters) when it is not one of those that were read. */
function otherLanguage(texts: readonly string[], read: readonly string[]): string | null {
  if (!read.every(knowsLanguage) || texts.join("").length < minLetters) return null;
  const [best, own] = [languageFit(texts), languageFit(texts, read)];
  return !best || !own || own.cost - best.cost < minGain ? null : best.language;
}

export const languageName = (language: string): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;

/** Tesseract names languages by three letters: "deu" is "de". */
function shortName(language: string): string {
  return new Intl.Locale(language.replace(/_.*/, "")).language;
}
