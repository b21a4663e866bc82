import type { Element } from "../../elements/element.ts";
import type { Span } from "../../text/sentences.ts";

/** An element that a quote touches. `span`: the part of its text, in UTF-16 code units; null where that is not known. */
export type QuotePlace<Of extends Pick<Element, "text">> = { element: Of; span: Span | null };

/**
 * Where a part of a chunk's text is in the elements that the chunk was made of, in order; empty without elements.
 * Elements and chunks differ in white space, and a chunk may hold a part of an element only.
 */
export function placeQuote<Of extends Pick<Element, "text">>(
  text: string,
  elements: readonly Of[],
  quoted: Span,
): QuotePlace<Of>[] {
  const whole = squeezed(text);
  const from = squeezed(text.slice(0, quoted.start)).length;
  const quote = squeezed(text.slice(quoted.start, quoted.end));
  const touched: QuotePlace<Of>[] = [];
  let end = 0;
  let last: Of | undefined;
  for (const element of elements) {
    const own = squeezed(element.text);
    if (own === "") continue;
    const at = whole.indexOf(own, end);
    if (at === -1 ? from < end : from + quote.length <= at) break;
    // One that is there in part is between those that are found.
    const begins = at === -1 ? own.indexOf(quote) : Math.max(from - at, 0);
    const ends = at === -1 ? begins + quote.length : Math.min(from + quote.length - at, own.length);
    if (begins !== -1 && ends > begins) touched.push({ element, span: inText(element.text, begins, ends) });
    if (at === -1 || at <= from) last = element;
    if (at !== -1) end = at + own.length;
  }
  if (touched.length > 0) return touched;
  return last === undefined ? [] : [{ element: last, span: null }];
}

/**
 * Where each element ends in the text of a chunk. One that is there in part ends where the next begins, the last one with
 * the text.
 */
export function elementEnds(text: string, elements: readonly Pick<Element, "text">[]): number[] {
  const whole = squeezed(text);
  const found: { begins: number; ends: number }[] = [];
  let end = 0;
  for (const { text } of elements) {
    const own = squeezed(text);
    const at = own === "" ? end : whole.indexOf(own, end);
    found.push(at === -1 ? { begins: end, ends: -1 } : { begins: at, ends: at + own.length });
    if (at !== -1) end = at + own.length;
  }
  return found.map(({ ends }, index) => {
    const whereIn = ends === -1 ? (found[index + 1]?.begins ?? whole.length) : ends;
    return whereIn === 0 ? 0 : inText(text, 0, whereIn).end;
  });
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** The part of a text that has the given part of its squeezed form. */
function inText(text: string, begins: number, ends: number): Span {
  const span = { start: 0, end: text.length };
  let seen = 0;
  for (let at = 0; at < text.length && seen < ends; at++) {
    if (/\s/.test(text.charAt(at))) continue;
    if (seen === begins) span.start = at;
    seen += 1;
    if (seen === ends) span.end = at + 1;
  }
  return span;
}
