import { attribute, type HtmlElement, isElement, isText } from "../html-tree.ts";
import { isHidden } from "../vocabulary.ts";

/** Shorter pieces of text may be equal by chance. */
const minPiece = 20;

const squashed = (text: string): string => text.replace(/\s+/g, " ").trim();

const isQuote = (element: HtmlElement): boolean =>
  element.tagName === "blockquote" ||
  (element.tagName === "aside" && /(?:^|\s)quote(?:\s|$)/.test(attribute(element, "class") ?? ""));

/**
 * Says which quotes of a thread repeat a post that is on the page itself. A quote of something else is kept: it may be
 * the only place where the page has its words.
 */
export function repeatedQuotes(root: HtmlElement): (element: HtmlElement) => boolean {
  const posts: string[] = [];
  const visit = (parent: HtmlElement) => {
    for (const node of parent.childNodes) {
      if (isText(node)) posts.push(node.value);
      else if (isElement(node) && !isHidden(node) && !isQuote(node)) visit(node);
    }
  };
  visit(root);
  const written = squashed(posts.join(" "));
  return (element) => {
    if (!isQuote(element)) return false;
    const pieces = textPieces(element).sort((a, b) => b.length - a.length);
    const [longest = ""] = pieces;
    return longest.length >= minPiece && written.includes(longest);
  };
}

function textPieces(element: HtmlElement): string[] {
  const pieces: string[] = [];
  for (const node of element.childNodes) {
    if (isText(node)) pieces.push(squashed(node.value));
    else if (isElement(node)) pieces.push(...textPieces(node));
  }
  return pieces;
}
