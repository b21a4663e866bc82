import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type Token,
  TokenizerMode,
  type TreeAdapter,
} from "parse5";
import { ParseError } from "../../parse-error.ts";
import { saysXhtml, withoutCdata } from "./xhtml.ts";

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** HTML reopens unclosed `<b>`, `<font>` and similar tags in every paragraph. More of them than this are dropped. */
const maxOpenFormatting = 32;
const FORMATTING = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));

/** Elements that HTML itself closes at once. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** The type of a token (`Token.TokenType`, which exists at compile time only). */
const endTag = 2 as Token.TokenType.END_TAG;

/** Elements nested deeper than this lose their tags but keep their content, as in browsers. */
const maxNesting = 400;
const maxNodes = 5_000_000;
/** Characters fed to the parser between two progress reports. */
const pieceLength = 256 * 1024;

/**
 * Parses HTML as browsers do, in pieces. The nesting and the number of nodes are limited. Otherwise a few kilobytes of
 * malformed markup could cost minutes or gigabytes.
 */
export function parseHtmlTree(html: string, onPiece: (done: number) => void): HtmlDocument {
  const parser = new ShallowParser({ scriptingEnabled: false, treeAdapter: limitedTreeAdapter() });
  const isXml = saysXhtml(html);
  parser.isXml = isXml;
  const text = isXml ? withoutCdata(html) : html;
  for (let start = 0; start < text.length || start === 0; start += pieceLength) {
    onPiece(start);
    parser.tokenizer.write(text.slice(start, start + pieceLength), start + pieceLength >= text.length);
  }
  return parser.document;
}

class ShallowParser extends Parser<DefaultTreeAdapterMap> {
  /** In XML a tag that ends with `/>` is an empty element, whatever its name: `<title/>`, `<script src="a.js"/>`. */
  isXml = false;
  private readonly dropped = new Map<string, number>();
  private formatting = 0;

  override onStartTag(token: Token.TagToken): void {
    const formats = FORMATTING.has(token.tagName);
    const deep = this.openElements.stackTop >= maxNesting && !token.selfClosing;
    if (deep || (formats && this.formatting >= maxOpenFormatting)) {
      this.dropped.set(token.tagName, (this.dropped.get(token.tagName) ?? 0) + 1);
      return;
    }
    if (formats) this.formatting += 1;
    super.onStartTag(token);
    if (!this.isXml || !token.selfClosing || VOID.has(token.tagName)) return;
    const { tagName, tagID, location } = token;
    super.onEndTag({
      type: endTag,
      tagName,
      tagID,
      selfClosing: false,
      ackSelfClosing: false,
      attrs: [],
      location,
    });
    if (formats) this.formatting -= 1;
    // The tag may have switched the tokenizer to plain text.
    this.tokenizer.state = TokenizerMode.DATA;
  }

  override onEndTag(token: Token.TagToken): void {
    const unmatched = this.dropped.get(token.tagName) ?? 0;
    if (unmatched > 0) {
      this.dropped.set(token.tagName, unmatched - 1);
      return;
    }
    if (FORMATTING.has(token.tagName)) this.formatting = Math.max(this.formatting - 1, 0);
    super.onEndTag(token);
  }
}

/**
 * Counts nodes. It also moves misplaced table content from the end of the list of children, which keeps the time
 * linear.
 */
function limitedTreeAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > maxNodes)
      throw new ParseError("The page is too complex to read: it has more than five million tags.");
  };
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      count();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    insertBefore(parent, node, reference) {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node);
      node.parentNode = parent;
    },
    detachNode(node) {
      const { parentNode } = node;
      if (!parentNode) return;
      parentNode.childNodes.splice(parentNode.childNodes.lastIndexOf(node), 1);
      node.parentNode = null;
    },
    insertTextBefore(parent, text, reference) {
      const before = parent.childNodes[parent.childNodes.lastIndexOf(reference) - 1];
      if (before && defaultTreeAdapter.isTextNode(before)) before.value += text;
      else this.insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
    },
  };
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

export function isText(node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === "#text";
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/** All text inside an element, unchanged, without the elements that `skips` names. `<br>` becomes a line feed. */
export function textContent(element: HtmlElement, skips?: (element: HtmlElement) => boolean): string {
  const parts: string[] = [];
  const open: HtmlNode[] = [...element.childNodes].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node) && !skips?.(node)) {
      if (node.tagName === "br") parts.push("\n");
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
        const child = node.childNodes[index];
        if (child) open.push(child);
      }
    }
  }
  return parts.join("");
}

/** The first descendant in document order that passes the test. */
export function findElement(
  root: HtmlDocument | HtmlElement,
  passes: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  const open: HtmlNode[] = [...root.childNodes].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (!isElement(node)) continue;
    if (passes(node)) return node;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push(child);
    }
  }
  return undefined;
}
