import { type OcrDoubt, ocrDoubt } from "./ocr-doubt.ts";
import type { Ocr } from "./open-ocr.ts";
import type { Picture } from "./picture.ts";
import { readOtherScript, readWithPacks } from "./read-other-script.ts";
import type { RecognisedWord, Tesseract } from "./recognise-text.ts";
import { recogniseUpright, type UprightText } from "./recognise-upright.ts";
import type { Recogniser } from "./recogniser/connect-recogniser.ts";
import { type RecognisedLine, readByRecogniser } from "./recogniser/read-by-recogniser.ts";
import { partlyKnownLanguage } from "./script-packs.ts";

export type RecognisedPage = UprightText & { doubt: OcrDoubt | null };

/** Pages in a script that the recogniser has are surer, bad scans included (.96); others are not (Arabic .55). */
const surePage = 0.85;
/** So sure, it is a bad picture of text that the recogniser knows. */
const readablePage = 0.7;
/** What is less sure is not a text. */
const minLine = 0.5;
/** Lines that can't be read count when they are so many, and such a share: a receipt may have a stamp or a signature. */
const minWeakLines = 3;
const minWeakShare = 0.1;

/**
 * Reads the text of a picture. The recogniser reads first; where it is not sure, the script is another one, and Tesseract
 * reads it with that script's pack. Without the recogniser Tesseract reads everything, with the languages that were asked for.
 */
export async function recognisePage(ocr: Ocr, picture: Picture): Promise<RecognisedPage> {
  const { recogniser, tesseract, languages } = ocr;
  if (recogniser) return readFirst({ ...ocr, recogniser }, picture);
  const there = languages.filter((language) => tesseract.packs.has(language));
  const upright = await recogniseUpright(tesseract.engine(there), picture);
  const doubt = ocrDoubt(upright.words, there);
  const missing = languages.filter((language) => !tesseract.packs.has(language));
  if (!doubt || missing.length === 0) return { ...upright, doubt };
  const reason = `${doubt.reason}; the language packs ${missing.join(", ")} are not installed`;
  return { ...upright, doubt: { ...doubt, reason } };
}

async function readFirst(
  { recogniser, tesseract, languages }: Ocr & { recogniser: Recogniser },
  picture: Picture,
): Promise<RecognisedPage> {
  const { found, score, ...page } = await readByRecogniser(recogniser, picture);
  const wordsOf = (minScore: number) =>
    found.filter((line) => line.score >= minScore).flatMap(({ words }) => words);
  const all = { ...page, words: wordsOf(minLine) };
  if (found.length === 0) return { ...all, doubt: null };
  const inOther = score >= readablePage ? await inOtherLanguage(tesseract, all.words, picture) : null;
  if (inOther) return "turn" in inOther ? inOther : { ...all, doubt: inOther };
  if (score >= surePage) return { ...all, doubt: doubtOfLines(found) };
  const other = await readOtherScript(tesseract, languages, picture);
  if (other && "read" in other) return { ...other.read, doubt: null };
  if (other === null && score >= readablePage)
    return { ...all, doubt: partly("the picture is hard to read, so letters may be wrong") };
  const reason =
    other?.reason ?? "OCR found no readable text; this may be a script that the recogniser does not know";
  const sure = found.filter((line) => line.score >= surePage);
  if (2 * sure.length < found.length) return { ...all, doubt: { isUnread: true, reason } };
  return { ...page, words: wordsOf(surePage), doubt: partly(`a part was not read: ${reason}`) };
}

/** The recogniser leaves out the letters of Greek and Vietnamese that it does not have, and is sure of the others. */
async function inOtherLanguage(
  tesseract: Tesseract,
  words: readonly RecognisedWord[],
  picture: Picture,
): Promise<RecognisedPage | OcrDoubt | null> {
  const language = partlyKnownLanguage(words.map(({ text }) => text));
  if (!language) return null;
  const { name, pack } = language;
  const other = await readWithPacks(tesseract, [pack], picture);
  if (other) return { ...other, doubt: null };
  return partly(
    `the text looks like ${name}, of which the recogniser lacks letters, so some are missing; Tesseract's language pack ${pack} reads it`,
  );
}

const partly = (reason: string): OcrDoubt => ({ isUnread: false, reason });

/** Lines among others that could not be read. */
function doubtOfLines(lines: readonly RecognisedLine[]): OcrDoubt | null {
  const weak = lines.filter(({ score }) => score < readablePage).length;
  if (weak < Math.max(minWeakLines, minWeakShare * lines.length)) return null;
  return partly(
    `${weak} of ${lines.length} lines are hard to read or in another script, so their text may be wrong or missing`,
  );
}
