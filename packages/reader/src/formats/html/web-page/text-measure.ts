import { type HtmlDocument, type HtmlElement, isElement, isText } from "../html-tree.ts";
import { headingLevelOf, isBlock, isHidden } from "../vocabulary.ts";

/** How much of what kind of text an element shows, in characters without repeated spaces. */
export type TextMeasure = {
  text: number;
  /** Text inside links. */
  linked: number;
  links: number;
  /** Text that reads as content: lines with sentences, items, cells, definitions and code, when they are not links. */
  prose: number;
  /** Elements that a page's content has and its surroundings hardly: first-level headings, articles, a main region. */
  landmarks: number;
  /** First-level headings with text. */
  headlines: number;
  /** Headings that are links. */
  linkedHeadings: number;
  /** The first piece of text. */
  first: string;
};

export type TextMeasures = { of(element: HtmlElement): TextMeasure };

const nothing: TextMeasure = {
  text: 0,
  linked: 0,
  links: 0,
  prose: 0,
  landmarks: 0,
  headlines: 0,
  linkedHeadings: 0,
  first: "",
};

const minProseLength = 50;
const minItemLength = 20;
const maxLinkedProse = 0.5;
const minLinkedHeading = 0.8;
/** In these, text is content also when it has no sentences. */
const ITEMS = new Set("li td th dt dd pre".split(" "));
/** The end of a sentence, also before a closing quotation mark; Chinese and Japanese ones need no space. */
const SENTENCE_END = /[.!?…։؟।][)\]"'”’»]*(?:\s|$)|[。！？]/u;
const LANDMARKS = new Set("h1 main article".split(" "));

/** Measures every visible element of a page in one walk. `isLeftOut` elements count as empty. */
export function measureText(
  root: HtmlElement | HtmlDocument,
  isLeftOut: (element: HtmlElement) => boolean,
): TextMeasures {
  const measures = new Map<HtmlElement | HtmlDocument, TextMeasure>();
  measureBlock(root, { inLink: false, inItem: false }, measures, isLeftOut);
  return { of: (element) => measures.get(element) ?? nothing };
}

type Line = { text: number; linked: number; ends: boolean };

/** Measures an element that starts on its own line; its loose text and inline children make up lines of their own. */
function measureBlock(
  block: HtmlElement | HtmlDocument,
  around: { inLink: boolean; inItem: boolean },
  measures: Map<HtmlElement | HtmlDocument, TextMeasure>,
  isLeftOut: (element: HtmlElement) => boolean,
): TextMeasure {
  const total = { ...nothing };
  const inItem = around.inItem || ("tagName" in block && ITEMS.has(block.tagName));
  let line: Line = { text: 0, linked: 0, ends: false };
  const endLine = () => {
    const counts = inItem ? line.text >= minItemLength : line.text >= minProseLength && line.ends;
    if (counts && line.linked <= line.text * maxLinkedProse) total.prose += line.text;
    line = { text: 0, linked: 0, ends: false };
  };
  const visit = (parent: HtmlElement | HtmlDocument, inLink: boolean): TextMeasure => {
    const before = { ...total };
    for (const node of parent.childNodes) {
      if (isText(node)) {
        const text = node.value.replace(/\s+/g, " ");
        const { length } = text.trim();
        if (length === 0) continue;
        total.first ||= text;
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
          const inside = measureBlock(node, { inLink, inItem }, measures, isLeftOut);
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
      landmarks: total.landmarks - before.landmarks,
      headlines: total.headlines - before.headlines,
      linkedHeadings: total.linkedHeadings - before.linkedHeadings,
      first: before.first === "" ? total.first : "",
    };
  };
  visit(block, around.inLink);
  endLine();
  if ("tagName" in block && LANDMARKS.has(block.tagName)) total.landmarks += 1;
  if ("tagName" in block && block.tagName === "h1" && total.text > 0) total.headlines += 1;
  const isHeading = "tagName" in block && headingLevelOf(block) !== undefined;
  if (isHeading && total.text > 0 && total.linked >= total.text * minLinkedHeading) total.linkedHeadings += 1;
  measures.set(block, total);
  return total;
}

function add(total: TextMeasure, part: TextMeasure): void {
  total.text += part.text;
  total.linked += part.linked;
  total.links += part.links;
  total.prose += part.prose;
  total.landmarks += part.landmarks;
  total.headlines += part.headlines;
  total.linkedHeadings += part.linkedHeadings;
  total.first ||= part.first;
}
