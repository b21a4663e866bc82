import { type HtmlDocument, type HtmlElement, isElement, isText } from "../html-tree.ts";
import { isBlock, isHidden } from "../vocabulary.ts";

/** How much of what kind of text an element shows, in characters without repeated spaces. */
export type TextMeasure = {
  text: number;
  /** Text inside links. */
  linked: number;
  links: number;
  /** Text of running prose: blocks with sentences, hardly linked. */
  prose: number;
};

export type TextMeasures = { of(element: HtmlElement): TextMeasure };

const nothing: TextMeasure = { text: 0, linked: 0, links: 0, prose: 0 };

const minProseLength = 50;
const maxLinkedProse = 0.5;
/** The end of a sentence, also before a closing quotation mark; Chinese and Japanese ones need no space. */
const SENTENCE_END = /[.!?…։؟।][)\]"'”’»]*(?:\s|$)|[。！？]/u;

/** Measures every visible element of a page in one walk. `isLeftOut` elements count as empty. */
export function measureText(
  root: HtmlElement | HtmlDocument,
  isLeftOut: (element: HtmlElement) => boolean,
): TextMeasures {
  const measures = new Map<HtmlElement | HtmlDocument, TextMeasure>();
  measureBlock(root, false, measures, isLeftOut);
  return { of: (element) => measures.get(element) ?? nothing };
}

type Line = { text: number; linked: number; ends: boolean };

/** Measures an element that starts on its own line; its loose text and inline children make up lines of their own. */
function measureBlock(
  block: HtmlElement | HtmlDocument,
  linked: boolean,
  measures: Map<HtmlElement | HtmlDocument, TextMeasure>,
  isLeftOut: (element: HtmlElement) => boolean,
): TextMeasure {
  const total = { ...nothing };
  let line: Line = { text: 0, linked: 0, ends: false };
  const endLine = () => {
    if (line.text >= minProseLength && line.ends && line.linked <= line.text * maxLinkedProse)
      total.prose += line.text;
    line = { text: 0, linked: 0, ends: false };
  };
  const visit = (parent: HtmlElement | HtmlDocument, inLink: boolean): TextMeasure => {
    const before = { ...total };
    for (const node of parent.childNodes) {
      if (isText(node)) {
        const text = node.value.replace(/\s+/g, " ");
        const { length } = text.trim();
        if (length === 0) continue;
        line.text += length;
        line.ends ||= SENTENCE_END.test(text);
        total.text += length;
        if (inLink) {
          line.linked += length;
          total.linked += length;
        }
      } else if (isElement(node) && !isHidden(node) && !isLeftOut(node)) {
        const isLink = node.tagName === "a";
        if (isLink) total.links += 1;
        if (isBlock(node)) {
          endLine();
          const inside = measureBlock(node, inLink, measures, isLeftOut);
          add(total, inside);
        } else {
          measures.set(node, visit(node, inLink || isLink));
        }
      }
    }
    return {
      text: total.text - before.text,
      linked: total.linked - before.linked,
      links: total.links - before.links,
      prose: total.prose - before.prose,
    };
  };
  visit(block, linked);
  endLine();
  measures.set(block, total);
  return total;
}

function add(total: TextMeasure, { text, linked, links, prose }: TextMeasure): void {
  total.text += text;
  total.linked += linked;
  total.links += links;
  total.prose += prose;
}
