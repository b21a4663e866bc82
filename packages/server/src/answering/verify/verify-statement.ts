import type { Verdict } from "../../structured/verdict.ts";
import type { Passage, Statement } from "../answerer.ts";
import { evidenceSentences } from "./evidence-sentences.ts";
import { findQuote } from "./find-quote.ts";
import { judgeStatement, type Place } from "./judge-statement.ts";
import { numberFacts } from "./number-facts.ts";
import { recompute } from "./recompute.ts";
import type { Support, VerifiedStatement } from "./verified-statement.ts";

/** A statement that is moved to a passage it does not cite must have as many words, or anybody might have said it. */
const minWordsMoved = 4;

/**
 * Checks a statement against the passages it cites (positions in `passages`). What fails is repaired from the evidence:
 * a quote that is in another passage is cited there, a changed sentence gives way to that of the evidence. Undefined:
 * nothing of it may be released. A statement without passages claims no evidence. It is released when it says no numbers.
 */
export function verifyStatement(statement: Statement, passages: Passage[]): VerifiedStatement | undefined {
  if (statement.computed) return recompute(statement.text, statement.computed, passages);
  const cited = [...new Set(statement.passages)].filter((position) => passages[position] !== undefined);
  if (statement.passages.length === 0) return verifyUncited(statement.text, passages);
  const whole = verifyPiece(statement.text, cited, passages);
  // A statement about a row of a table is one, whatever full stops it has.
  const isRow = whole?.supports.some(({ passage }) => passages[passage]?.html !== undefined);
  if (whole && (isRow || whole.verdict === "verified")) return whole;
  const pieces = piecesOf(statement.text);
  if (pieces.length < 2) return whole;
  return joined(pieces.map((piece) => ({ ...piece, found: verifyPiece(piece.text, cited, passages) })));
}

/** A sentence without a source: found among the passages, it is cited there. Numbers without a source are left out. */
function verifyUncited(text: string, passages: Passage[]): VerifiedStatement | undefined {
  const moved = movedQuote(text, [], passages);
  if (moved) return moved;
  return numberFacts(text).length > 0 ? undefined : { text, supports: [], verdict: "unverified" };
}

/** Sentences of a statement, each with the white space before it. */
function piecesOf(text: string): { before: string; text: string }[] {
  let end = 0;
  return evidenceSentences(text).map((span) => {
    const before = text.slice(end, span.start);
    end = span.end;
    return { before, text: text.slice(span.start, span.end) };
  });
}

const rank: Verdict[] = ["verified", "repaired", "unverified"];

/** The sentences that may be released. Together they are as sure as the least sure of them. */
function joined(
  pieces: { before: string; text: string; found: VerifiedStatement | undefined }[],
): VerifiedStatement | undefined {
  const kept = pieces.filter((piece) => piece.found !== undefined);
  const [first] = kept;
  if (!first) return undefined;
  const supports: Support[] = [];
  const released = new Set<string>();
  let text = "";
  let verdict: Verdict = "verified";
  for (const { before, found } of kept) {
    // Two changed sentences may give way to the same one.
    if (!found || [...released].some((other) => other.includes(oneLine(found.text)))) continue;
    released.add(oneLine(found.text));
    text += text === "" ? found.text : (before || " ") + found.text;
    for (const support of found.supports) {
      // Sentences of one passage that do not stand together there were joined by the answerer.
      if (supports.some(({ passage }) => passage === support.passage)) verdict = worse(verdict, "repaired");
      supports.push(support);
    }
    verdict = worse(verdict, found.verdict);
  }
  if (kept.length < pieces.length) verdict = worse(verdict, "repaired");
  return { text, supports, verdict };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

const worse = (a: Verdict, b: Verdict): Verdict => (rank.indexOf(a) > rank.indexOf(b) ? a : b);

function verifyPiece(text: string, cited: number[], passages: Passage[]): VerifiedStatement | undefined {
  const judgement = judgeStatement(text, cited, passages);
  if (judgement.verdict === "verified") {
    const holding = supportsOf(judgement.places);
    const others = cited.filter((position) => holding.every(({ passage }) => passage !== position));
    const isHeading = (position: number) => passages[position]?.elementType === "Title";
    const headings = others.filter(isHeading).map((passage) => wholeOf(passage, passages));
    // A passage that does not hold the statement is not cited.
    const verdict = headings.length < others.length ? "repaired" : "verified";
    const { computed } = judgement;
    return {
      ...{ text, supports: inOrder([...holding, ...headings], cited), verdict },
      ...(computed !== undefined && { computed }),
    };
  }
  const across = quoteAcross(text, cited, passages) ?? movedQuote(text, cited, passages);
  if (across) return across;
  if (judgement.verdict === "unverified")
    return { text, supports: supportsOf(judgement.places), verdict: "unverified" };
  const { instead } = judgement;
  return instead && { text: instead.text, supports: supportsOf([instead.place]), verdict: "repaired" };
}

const supportsOf = (places: Place[]): Support[] =>
  places.map(({ position, span: { start, end } }) => ({ passage: position, span: { start, end } }));

const wholeOf = (passage: number, passages: Passage[]): Support => ({
  passage,
  span: { start: 0, end: passages[passage]?.text.length ?? 0 },
});

const inOrder = (supports: Support[], cited: number[]): Support[] =>
  supports.sort((a, b) => cited.indexOf(a.passage) - cited.indexOf(b.passage));

/** A sentence that begins in one cited element and ends in the next, as over a page end. */
function quoteAcross(text: string, cited: number[], passages: Passage[]): VerifiedStatement | undefined {
  for (const first of cited) {
    const second = first + 1;
    const [a, b] = [passages[first], passages[second]];
    if (!a || !b || !cited.includes(second) || a.fileId !== b.fileId) continue;
    const found = findQuote(text, `${a.text}\n${b.text}`);
    if (!found || found.cut || found.start >= a.text.length || found.end <= a.text.length + 1) continue;
    const supports = [
      { passage: first, span: { start: found.start, end: a.text.length } },
      { passage: second, span: { start: 0, end: found.end - a.text.length - 1 } },
    ];
    return { text, supports, verdict: "verified" };
  }
  return undefined;
}

/** The statement stands word for word in a passage that it does not cite: the nearest to those it cites. */
function movedQuote(text: string, cited: number[], passages: Passage[]): VerifiedStatement | undefined {
  if (text.trim().split(/\s+/).length < minWordsMoved) return undefined;
  const distance = (position: number) =>
    Math.min(...cited.map((each) => Math.abs(each - position)), passages.length);
  const order = passages.map((_, position) => position).sort((a, b) => distance(a) - distance(b) || a - b);
  for (const passage of order) {
    const found = cited.includes(passage) ? undefined : findQuote(text, passages[passage]?.text ?? "");
    if (found && !found.cut) return { text, supports: [{ passage, span: found }], verdict: "repaired" };
  }
  return undefined;
}
