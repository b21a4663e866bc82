import type { Citation } from "./answer.ts";
import type { Passage, Statement } from "./answerer.ts";
import { textPreview } from "./text-preview.ts";

/** A piece of an answer with the numbers of the citations that support it. */
export type CitedStatement = { text: string; citations: Citation[] };

export type Citer = {
  cite(statement: Statement): CitedStatement;
  /** Every citation so far, each once, in the order of their numbers. */
  citations(): Citation[];
};

/**
 * Numbers the passages of statements by first use. The same element always has the same number, and its preview comes
 * from its first use. Positions outside the passages are dropped, so every marker points to a passage.
 */
export function createCiter(passages: Passage[]): Citer {
  const numbered = new Map<string, Citation>();
  const citationOf = (passage: Passage, statement: string): Citation => {
    const key = `${passage.fileId}\n${passage.elementId}`;
    const known = numbered.get(key);
    if (known) return known;
    const citation: Citation = {
      index: numbered.size + 1,
      fileId: passage.fileId,
      fileName: passage.fileName,
      pageNumber: passage.pageNumber,
      sectionNumber: passage.sectionNumber,
      elementId: passage.elementId,
      textPreview: textPreview(passage.text, statement),
      imageBase64: null,
      ...(passage.moment && { moment: passage.moment }),
    };
    numbered.set(key, citation);
    return citation;
  };
  return {
    cite: ({ text, passages: positions }) => {
      const cited = positions.flatMap((position) => {
        const passage = passages[position];
        return passage ? [citationOf(passage, text)] : [];
      });
      return { text, citations: [...new Set(cited)] };
    },
    citations: () => [...numbered.values()],
  };
}

/**
 * The text of an answer: the statements in order, each followed by its markers. A marker stands before the closing full
 * stop, as in print: `The warranty lasts two years [1].`
 */
export function withMarkers(statement: CitedStatement, mark: (citation: Citation) => string): string {
  const text = withoutOwnMarkers(statement.text);
  if (statement.citations.length === 0) return text;
  const markers = statement.citations.map(mark).join("");
  const stop = /^(.*[^\s.!?。！？…])([.!?。！？])$/su.exec(text);
  return stop ? `${stop[1]} ${markers}${stop[2]}` : `${text} ${markers}`;
}

const wordJoiner = "\u2060";

/**
 * Marks bracketed numbers of documents as text, because they are not our markers. A `[2]` in a document is its own
 * footnote, or imitates a citation that was never given. An invisible character tells them apart and leaves the words
 * unchanged.
 */
const withoutOwnMarkers = (text: string): string => text.replace(/\[(?=\d+\])/g, `[${wordJoiner}`);
