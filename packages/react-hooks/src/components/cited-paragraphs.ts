import { type AnswerPart, type Citation, splitCitations } from "@headwater/client";

/** Text, and the citations directly behind it. */
export type CitedText = { text: string; citations: { index: number; citation: Citation }[] };

/** Punctuation that moves before a marker, although it was written behind it: `two years [1].` */
const punctuation = /^\s*([.,;:!?…。，；：！？]+[”’"»)\]]*)/u;

/**
 * Splits an answer into paragraphs. Each marker is directly behind its word or punctuation. A missing list counts as an
 * empty one: raw markup may be a quote from a document, and must not look like a citation of the service.
 */
export function citedParagraphs(answer: string, citations?: readonly Citation[] | null): CitedText[][] {
  const paragraphs: CitedText[][] = [];
  for (const { text, citations: behind } of citedTexts(splitCitations(answer, citations ?? []))) {
    for (const [index, piece] of text.split(/\n\s*\n/).entries()) {
      if (index > 0 || paragraphs.length === 0) paragraphs.push([]);
      paragraphs.at(-1)?.push({ text: piece, citations: [] });
    }
    paragraphs
      .at(-1)
      ?.at(-1)
      ?.citations.push(...behind);
  }
  return paragraphs;
}

function citedTexts(parts: readonly AnswerPart[]): CitedText[] {
  const texts: CitedText[] = [];
  let last: CitedText | undefined;
  const add = (text: string): CitedText => {
    last = { text, citations: [] };
    texts.push(last);
    return last;
  };
  for (const part of parts) {
    if (part.type === "citation") {
      const { index, citation } = part;
      const cited = last ?? add("");
      cited.text = cited.text.trimEnd();
      cited.citations.push({ index, citation });
      continue;
    }
    const [moved = "", marks = ""] = (last && punctuation.exec(part.text)) ?? [];
    if (last) last.text += marks;
    const text = part.text.slice(moved.length);
    // There may be a space between two markers, and nothing behind the last one.
    if (/\S|\n/.test(text)) add(text);
  }
  return texts;
}
