import { defaultTreeAdapter } from "parse5";
import {
  attribute,
  findElement,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textContent,
} from "./html-tree.ts";
import { isHidden } from "./vocabulary.ts";

/**
 * Puts content where a browser would show it: parts that React streams after the page and moves by a script, the
 * shadow roots that templates declare, and a `<noscript>` that holds the page for readers without scripts.
 */
export function placeLateContent(document: HtmlDocument): void {
  placeStreamedParts(document);
  openShadowRoots(document);
  openNoscript(document);
}

/** `$RC("B:0","S:0")` puts the part S:0 where the template B:0 is, in place of what was shown while it loaded. */
const MOVES = /\$R[CRSV]\(\s*"([^"]{1,40})"\s*,\s*"([^"]{1,40})"/g;
const STREAMED_ID = /^[^\s:]{0,20}:?[BSP]:[\da-z]{1,8}$/;
/** Places that show something while they load. Others are places inside of a part. */
const BOUNDARY_ID = /B:[^:]*$/;
const maxParts = 10_000;

function placeStreamedParts(document: HtmlDocument): void {
  const byId = new Map<string, HtmlElement>();
  const partOf = new Map<string, string>();
  findElement(document, (element) => {
    const id = attribute(element, "id");
    if (id && STREAMED_ID.test(id)) byId.set(id, element);
    if (element.tagName === "script" && byId.size > 0)
      for (const [, one = "", other = ""] of textContent(element).matchAll(MOVES)) {
        // `$RC` names the place first, `$RS` the part.
        const [place, part] = byId.get(one)?.tagName === "template" ? [one, other] : [other, one];
        partOf.set(place, part);
      }
    return byId.size >= maxParts;
  });
  for (const [id, place] of byId) {
    if (place.tagName !== "template") continue;
    // Pages are saved without scripts too. React numbers a part as its place.
    const part = byId.get(partOf.get(id) ?? id.replace(/[BP](?=:[^:]*$)/, "S"));
    const parent = place.parentNode;
    if (!part || part === place || !parent || contains(part, place)) continue;
    defaultTreeAdapter.detachNode(part);
    const start = parent.childNodes.indexOf(place);
    const size = BOUNDARY_ID.test(id) ? fallbackSize(parent.childNodes, start) : 1;
    replaceAt(parent, start, size, part.childNodes);
  }
}

/** The number of nodes from a place's template to the comment `/$` that ends what is shown while it loads. */
function fallbackSize(nodes: HtmlNode[], start: number): number {
  let depth = 0;
  for (let index = start + 1; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node || !defaultTreeAdapter.isCommentNode(node)) continue;
    if (/^\$[?!~]?$/.test(node.data)) depth += 1;
    else if (node.data === "/$" && depth === 0) return index - start;
    else if (node.data === "/$") depth -= 1;
  }
  return 1;
}

function contains(outer: HtmlElement, inner: HtmlElement): boolean {
  for (let node = inner.parentNode; node; node = "parentNode" in node ? node.parentNode : null)
    if (node === outer) return true;
  return false;
}

type Parent = NonNullable<HtmlElement["parentNode"]>;

function replaceAt(parent: Parent, start: number, size: number, nodes: HtmlNode[]): void {
  parent.childNodes.splice(start, size, ...nodes);
  for (const node of nodes) node.parentNode = parent;
}

function openShadowRoots(document: HtmlDocument): void {
  const hosts: HtmlElement[] = [];
  findElement(document, (element) => {
    if (element.childNodes.some(isShadowRoot)) hosts.push(element);
    return false;
  });
  for (const host of hosts) {
    const template = host.childNodes.find(isShadowRoot);
    if (!template || !("content" in template)) continue;
    const light = host.childNodes.filter((node) => node !== template);
    replaceAt(host, 0, host.childNodes.length, (template.content as HtmlElement).childNodes);
    openShadowRoots({ ...document, childNodes: host.childNodes });
    fillSlots(host, light);
  }
}

const isShadowRoot = (node: HtmlNode): boolean =>
  isElement(node) && node.tagName === "template" && attribute(node, "shadowrootmode") !== undefined;

/** The children of a host are shown where the slots of its shadow root are. */
function fillSlots(host: HtmlElement, light: HtmlNode[]): void {
  findElement(host, (slot) => {
    if (slot.tagName !== "slot") return false;
    const name = attribute(slot, "name") ?? "";
    const shown = light.filter((node) => (isElement(node) ? (attribute(node, "slot") ?? "") : "") === name);
    if (shown.some((node) => isElement(node) || (isText(node) && node.value.trim() !== "")))
      replaceAt(slot, 0, slot.childNodes.length, shown);
    return false;
  });
}

/** Opens each `<noscript>` that holds more text than all that is shown without it. */
function openNoscript(document: HtmlDocument): void {
  let shown = 0;
  const alternatives: HtmlElement[] = [];
  const visit = (parent: HtmlDocument | HtmlElement) => {
    for (const node of parent.childNodes) {
      if (isText(node)) shown += node.value.trim().length;
      else if (!isElement(node)) continue;
      else if (node.tagName === "noscript") alternatives.push(node);
      else if (!isHidden(node)) visit(node);
    }
  };
  visit(document);
  for (const element of alternatives)
    if (textContent(element).trim().length > Math.max(shown, minAlternative)) element.tagName = "div";
}

/** A request to enable scripts is shorter. */
const minAlternative = 300;
