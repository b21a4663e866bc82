import { type HtmlElement, isElement } from "../html-tree.ts";
import { isBlock, isHidden, isTexScript } from "../vocabulary.ts";
import { isAroundPost, isCaption, isFacts } from "./boilerplate.ts";
import { isCardList } from "./card-list.ts";
import type { MainContent } from "./main-content.ts";
import type { PageKind } from "./page-kind.ts";
import { repeatedQuotes } from "./repeated-quotes.ts";
import type { TextMeasures } from "./text-measure.ts";

const maxLinkedShare = 0.6;
/** A page with more linked text than this is a list of links, whatever it says of itself. */
const maxLinkedInArticle = 0.5;
const maxCaptionLength = 1_000;

/** Elements that hold one piece of text. What is inside its line belongs to the sentence, whatever its name. */
const TEXT_LINES = new Set("p h1 h2 h3 h4 h5 h6 dt td th li blockquote pre".split(" "));

/**
 * Removes what is around the content from inside the main element (share bars, lists of links, the byline), and
 * marks captions that are only named so.
 */
export function keepContent({ root, measures, isLeftOut }: MainContent, kind: PageKind): void {
  const { text: shown, linked: linkedInAll } = measures.of(root);
  const isArticle = kind === "article" && linkedInAll <= shown * maxLinkedInArticle;
  const isRepeated = kind === "discussion" ? repeatedQuotes(root) : () => false;
  const visit = (parent: HtmlElement, inLine: boolean) => {
    const line = inLine || TEXT_LINES.has(parent.tagName);
    parent.childNodes = parent.childNodes.filter((child) => !isElement(child) || isKept(child, line));
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue;
      if (isNamedCaption(child)) child.tagName = "figcaption";
      visit(child, line && !isBlock(child));
    }
  };
  const isKept = (element: HtmlElement, inLine: boolean): boolean => {
    if (isHidden(element)) return isTexScript(element);
    if (inLine && !isBlock(element)) return true;
    if (isLeftOut(element)) return false;
    const { text, linked, links, prose } = measures.of(element);
    if (isArticle && isFacts(element, text)) return false;
    if (isRepeated(element)) return false;
    if (kind === "discussion" && isAroundPost(element, text)) return false;
    if (isArticle && isListOfLinks(element) && links > 0 && prose === 0 && linked > text * maxLinkedShare)
      return false;
    return !(
      isArticle &&
      (isCardList(element, measures) || (isBlock(element) && leadsAway(element, measures)))
    );
  };
  const isNamedCaption = (element: HtmlElement): boolean =>
    element.tagName !== "figcaption" && isCaption(element) && measures.of(element).text <= maxCaptionLength;
  visit(root, false);
}

const isListOfLinks = (element: HtmlElement): boolean =>
  isBlock(element) && !TEXT_LINES.has(element.tagName) && element.tagName !== "tr";

const maxLength = 250;

/** How lines begin that lead to other pages. English only: other languages are known by their links and names. */
const LEADS_AWAY =
  /^(?:read (?:more|also|next)|also read|more on this|related(?: (?:stories|articles|posts|content|topics))?|see also|you (?:may|might) also like|don['’]t miss|recommended(?: (?:for you|stories))?|sign up (?:for|to)|subscribe (?:to|now)|follow (?:us|me|him|her) on|share this|like us on|click here to|join the conversation|advertisement|story continues below|watch(?: now)?:|all rights reserved|copyright ©|©)(?=\P{L}|$)/iu;

/** Whether a short line leads the reader away from the article: "Read more: …", "Follow us on …". */
function leadsAway(element: HtmlElement, measures: TextMeasures): boolean {
  const { text, first } = measures.of(element);
  return text > 0 && text <= maxLength && LEADS_AWAY.test(first.trim());
}
