import type { ElementType } from "@headwater/spec";
import type { BodyStyle } from "../lines/body-style.ts";
import { isCaption as hasCaptionStart } from "../lines/captions.ts";
import { isDashed, listMarker } from "../lines/list-marker.ts";
import type { TextBlock } from "./blocks.ts";
import { isMathText } from "./math-text.ts";

const looseCaption = /^(figure|fig\.|table|tab\.|abbildung|tabelle|tableau|figura|tabla)\s*\d+/iu;
/** Examples are often paragraphs of their own. Only those in small type are captions of what follows. */
const smallCaption = /^(example|beispiel|exemple|ejemplo|esempio|exemplo)\s*\d+/iu;
const sectionNumber =
  /^(\d{1,2}(\.\d{1,3}){0,4}\.?|[IVX]{1,5}\.|[A-Z]\.(\d{1,2}\.?)*|(chapter|section|part|appendix|annex|kapitel|chapitre|capítulo)\s+[\dA-Z]+[.:]?)\s+\S/iu;
const mathSign = /[=<>≤≥≈≠±×÷∑∏∫√∂∇∞∈∉⊂⊆∪∩∧∨→⇒⇔∝‖]/u;
const sentence = /[.!?。！？؟]["'”’)\]]*$/u;
const address = /^(https?:\/\/|www\.)\S+$/i;

/** "Total 354.03 €" is the last row of a sum. */
const amount = /\s[-−–]?(\p{Sc}\s?)?\d[\d.,'’\s]*[.,]\d\d\s?(\p{Sc}|[A-Z]{3})?$/u;
/** A longer text before a colon introduces what follows. */
const maxWordsBeforeColon = 8;
const maxTitleLength = 200;

type Classified = { type: ElementType; isNumbered: boolean };

/** The kind of a block of text, judged by its style and its first words. */
export function classifyText(
  block: TextBlock,
  text: string,
  body: BodyStyle,
  pageHeight: number,
): Classified {
  const is = (type: ElementType): Classified => ({ type, isNumbered: sectionNumber.test(text) });
  if (block.isLabelled) return is("NarrativeText");
  if (/^[{}();]+$/.test(text) && !body.monospaced && block.lines.every((line) => line.monospaced))
    return is("CodeSnippet");
  if (!/[\p{L}\p{N}]/u.test(text) || (text.length <= 12 && !/\p{L}/u.test(text)))
    return is("UncategorizedText");
  if (isCode(block, text, body)) return is("CodeSnippet");
  if (isCaption(block, text, body)) return is("FigureCaption");
  if (isFormula(block, text)) return is("Formula");
  if (isTitle(block, text, body) && !isListOfNames(text)) return is("Title");
  if (isItem(block, text, body, pageHeight)) return is("ListItem");
  if (address.test(text)) return is("Link");
  return is("NarrativeText");
}

function isCode(block: TextBlock, text: string, body: BodyStyle): boolean {
  if (body.monospaced || !block.lines.every((line) => line.monospaced)) return false;
  if (block.size > 1.3 * body.size || !/[a-z]/i.test(text)) return false;
  // Mail and web addresses are often in a fixed-width font too.
  if (text.split(/\s+/).every((word) => /[@/]|^www\./.test(word))) return false;
  if (/@[\w-]+(\.[\w-]+)+/.test(text) && !/[;=()<>]/.test(text)) return false;
  return block.lines.length >= 2 || /[{}();=<>[\]$#/\\_|]/.test(text);
}

function isCaption(block: TextBlock, text: string, body: BodyStyle): boolean {
  if (hasCaptionStart(text)) return !(block.bold && block.size > 1.3 * body.size);
  if (smallCaption.test(text)) return block.size < 0.95 * body.size && block.lines.length <= 3;
  if (!looseCaption.test(text)) return false;
  const label = block.lines[0]?.words[0];
  const marked = label !== undefined && !body.bold && (label.font.weight >= 600 || label.font.italic);
  return marked || block.size < 0.95 * body.size;
}

function isFormula(block: TextBlock, text: string): boolean {
  return text.length <= 300 && mathSign.test(text) && isMathText(block);
}

/** Footnotes begin with a number or an asterisk, too, but they are set small, at the foot of the page. */
const footnoteNumber = /^(\d{1,3}[.)]?|\*)\s/;
const footShare = 0.6;

function isItem(block: TextBlock, text: string, body: BodyStyle, pageHeight: number): boolean {
  if (listMarker(text) === null || isDashed(block.lines[0]?.text ?? "")) return false;
  const isFootnote =
    footnoteNumber.test(text) && block.size < 0.93 * body.size && block.top > footShare * pageHeight;
  return !isFootnote;
}

/** Authors: three names or more, each of a few words in capitals. */
function isListOfNames(text: string): boolean {
  const names = text
    .split(/,|;|\band\b|\bund\b|\bet\b|&/u)
    .map((name) => name.replace(/[^\p{L}\s.'’-]/gu, "").trim());
  const filled = names.filter((name) => name !== "");
  return filled.length >= 3 && filled.every((name) => /^(\p{Lu}[\p{L}.'’-]*\s*){2,4}$/u.test(name));
}

/** A heading breaks a line only where the room ends. An address or a list of facts breaks its lines anywhere. */
function isWrapped(block: TextBlock): boolean {
  const last = block.lines.length - 1;
  const width = block.right - block.left;
  return (
    block.lines.every((line, index) => index === last || line.right - line.left > 0.75 * width) && last <= 2
  );
}

function isTitle(block: TextBlock, text: string, body: BodyStyle): boolean {
  if (text.length > maxTitleLength || block.lines.length > 5) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return false;
  const ratio = block.size / body.size;
  // Text in large type is a heading, whatever it says. A whole paragraph in large type is not.
  const marker = listMarker(text);
  if (ratio >= 1.45) return text.length <= 160 && (marker === null || marker.ordered);
  if (letters < 0.4 * text.replace(/\s/g, "").length && !sectionNumber.test(text)) return false;
  const numbered = sectionNumber.test(text);
  const words = text.split(/\s+/).length;
  const endsLikeText =
    (sentence.test(text) && !/^\S+\.$/.test(text)) ||
    /[,;]$/.test(text) ||
    (/[:：]$/.test(text) && words > maxWordsBeforeColon) ||
    (!numbered && amount.test(text));
  const standsAlone = block.lines.length <= 3;
  if (marker !== null && !numbered) return false;
  if (ratio < 1.3 && !isWrapped(block)) return false;
  if (ratio >= 1.18 && standsAlone && !endsLikeText) return true;
  if (ratio < 0.88) return false;
  if (block.bold && !body.bold && standsAlone && words <= 20 && !endsLikeText)
    return !/[:：]\s+\S/.test(text) || numbered || words <= 12;
  if (block.bold && !body.bold && numbered && words <= 16) return true;
  const capitals = letters >= 4 && text === text.toLocaleUpperCase() && text !== text.toLocaleLowerCase();
  return capitals && block.lines.length === 1 && words <= 10 && !endsLikeText && numbered;
}
