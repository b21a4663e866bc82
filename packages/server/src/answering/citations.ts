import { placeInElement } from "../elements/place-in-element.ts";
import type { Citation } from "./answer.ts";
import type { CompleteCitation } from "./complete-citation.ts";
import { copiesOf, sameText } from "./copies.ts";
import type { SourcedPassage } from "./gather-passages.ts";
import { textPreview } from "./text-preview.ts";
import type { Support, VerifiedStatement } from "./verify/verified-statement.ts";

/** A piece of an answer with the numbers of the citations that support it, and those of them that are new. */
export type CitedStatement = { text: string; citations: Citation[]; added: Citation[] };

export type Citer = {
  /** Numbers what supports a statement. */
  cite(statement: VerifiedStatement): Promise<CitedStatement>;
  /** Every citation so far, each once, in the order of their numbers. */
  citations(): Citation[];
};

/**
 * Numbers the passages of statements by first use. The same element has the same number, and its quote is that of its
 * first use; a statement of another verdict, calculation or opinion of a judge gets a number of its own, so that both hold for all that it marks,
 * and so does each page of a table that goes on over pages.
 * Identical copies of a text are one citation, which names the other places.
 */
export function createCiter(passages: SourcedPassage[], complete: CompleteCitation): Citer {
  const numbered = new Map<string, Citation>();

  async function citationOf(support: Support, statement: VerifiedStatement): Promise<[Citation, boolean]> {
    const passage = passages[support.passage] as SourcedPassage;
    const pages = pagesOn(passage, support.span.start);
    const { verdict, computed = "", judged } = statement;
    const key = [verdict, computed, judged?.opinion, pages, sameText(passage)].join("\n");
    const known = numbered.get(key);
    if (known) return [known, false];
    const citation = await newCitation(numbered.size + 1, passage, support, statement);
    numbered.set(key, citation);
    return [citation, true];
  }

  async function newCitation(
    index: number,
    passage: SourcedPassage,
    support: Support,
    { text, verdict, supports, computed, judged }: VerifiedStatement,
  ): Promise<Citation> {
    const { start, end } = support.span;
    const copies = copiesOf(passage, passages);
    const next = continuation(support, supports, passages);
    const own = passage.text.slice(start, end);
    return complete(passage, support.span, {
      index,
      fileId: passage.fileId,
      fileName: passage.fileName,
      pageNumber: passage.pageNumber + pagesOn(passage, start),
      sectionNumber: passage.sectionNumber,
      elementId: passage.elementId,
      textPreview: textPreview(passage.text, text),
      quote: support.quote ?? (next ? `${own}\n${next.text}` : own === "" ? null : own),
      elementIds: [passage.elementId, ...(next ? [next.elementId] : [])],
      charStart: start,
      charEnd: end,
      verdict,
      ...(computed !== undefined && { computed }),
      ...(judged && { judged }),
      ...(copies.length > 0 && { copies }),
      imageBase64: null,
      ...(passage.moment && { moment: passage.moment }),
    });
  }

  return {
    async cite(statement) {
      const citations = new Set<Citation>();
      const added: Citation[] = [];
      for (const support of statement.supports) {
        const [citation, isNew] = await citationOf(support, statement);
        citations.add(citation);
        if (isNew) added.push(citation);
      }
      return { text: statement.text, citations: [...citations], added };
    },
    citations: () => [...numbered.values()],
  };
}

/** How many pages after its element a text stands: more than none in tables that go on over pages. */
const pagesOn = ({ element }: SourcedPassage, start: number): number =>
  placeInElement(element, start).pageNumber - element.pageNumber;

/** The rest of a quote that goes on in the next element: it ends where this one ends and begins where that one begins. */
function continuation(
  { passage, span }: Support,
  supports: Support[],
  passages: SourcedPassage[],
): { elementId: string; text: string } | undefined {
  const next = supports.find((other) => other.passage === passage + 1 && other.span.start === 0);
  const [own, other] = [passages[passage], passages[passage + 1]];
  if (!next || !own || !other || span.end < own.text.length || !isUnfinished(own.text)) return undefined;
  return { elementId: other.elementId, text: other.text.slice(0, next.span.end) };
}

const isUnfinished = (text: string): boolean => !/[.!?。！？:]["”’»)\]]*\s*$/u.test(text);

/**
 * The text of an answer: the statements in order, each followed by its markers. A marker is before the closing full
 * stop, as in print: `The warranty lasts two years [1].`
 */
export function withMarkers<Cited>(
  statement: { text: string; citations: Cited[] },
  mark: (citation: Cited) => string,
): string {
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
