import type { SaxesTagNS } from "saxes";
import { decodeText } from "../charset/charset.ts";
import { ScopedXmlParser } from "./xml-parser.ts";

/**
 * An XML element. Its name has one canonical prefix per namespace, the same for transitional and strict files: `w:p`,
 * `a:blip`.
 */
export type XmlNode = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlNode[];
  text: string;
};

/** Canonical prefixes by the last parts of namespace addresses. */
const PREFIXES: [RegExp, string][] = [
  [/\/wordprocessingml\/(?:2006\/)?main$/, "w"],
  [/\/word\/20(?:10|12)\/wordml$/, "w14"],
  [/\/officeDocument\/(?:2006\/)?relationships$/, "r"],
  [/\/officeDocument\/(?:2006\/)?math$/, "m"],
  [/\/drawingml\/(?:2006\/)?main$/, "a"],
  [/\/drawingml\/(?:2006\/)?wordprocessingDrawing$/, "wp"],
  [/\/drawingml\/(?:2006\/)?picture$/, "pic"],
  [/\/drawingml\/(?:2006\/)?diagram$/, "dgm"],
  [/\/markup-compatibility\/2006$/, "mc"],
  [/schemas-microsoft-com:vml$/, "v"],
  [/schemas-microsoft-com:office:office$/, "o"],
  [/\/word\/2010\/wordprocessingShape$/, "wps"],
  [/\/package\/2006\/relationships$/, "rel"],
  [/\/spreadsheetml\/(?:2006\/)?main$/, "x"],
  [/\/drawingml\/(?:2006\/)?spreadsheetDrawing$/, "xdr"],
  [/\/presentationml\/(?:2006\/)?main$/, "p"],
  [/\/drawingml\/(?:2006\/)?chart$/, "c"],
  [/\/drawing\/2014\/chartex$/, "cx"],
  [/opendocument:xmlns:office:1\.0$/, "office"],
  [/opendocument:xmlns:text:1\.0$/, "text"],
  [/opendocument:xmlns:table:1\.0$/, "table"],
  [/opendocument:xmlns:drawing:1\.0$/, "draw"],
  [/opendocument:xmlns:style:1\.0$/, "style"],
  [/opendocument:xmlns:xsl-fo-compatible:1\.0$/, "fo"],
  [/opendocument:xmlns:svg-compatible:1\.0$/, "svg"],
  [/opendocument:xmlns:manifest:1\.0$/, "manifest"],
  [/names:experimental:office:xmlns:loext:1\.0$/, "loext"],
  [/\/1999\/xlink$/, "xlink"],
  [/\/purl\.org\/dc\/elements\/1\.1\/$/, "dc"],
  [/\/1998\/Math\/MathML$/, "math"],
];

export type XmlOptions = {
  /** Called with the attributes of each container when it opens. */
  onContainer?: ((name: string, attributes: Readonly<Record<string, string>>) => void) | undefined;
  /** Called after each piece of text, for reports of progress. */
  onPiece?: (() => void) | undefined;
  /**
   * Whether text and elements alternate and their order matters. Text then is among the children as nodes of the
   * name `#text`.
   */
  mixed?: boolean | undefined;
};

const maxDepth = 256;
const pieceLength = 64 * 1024;

/**
 * Reads XML without holding all of it in memory. Each child of an element named as a `container` is passed on as a tree
 * and then dropped. A container may stand directly inside another one: its children are passed on, too. Damaged XML does
 * not stop it; everything readable is read. Elements nested too deeply lose their tags.
 */
export function readXml(
  bytes: Uint8Array,
  container: string | readonly string[],
  onChild: (child: XmlNode) => void,
  { onContainer, onPiece, mixed = false }: XmlOptions = {},
): void {
  const parser = new ScopedXmlParser();
  const prefixes = new Map<string, string>();
  const canonical = (uri: string, local: string) => {
    let prefix = prefixes.get(uri);
    if (prefix === undefined) {
      prefix = PREFIXES.find(([pattern]) => pattern.test(uri))?.[1] ?? "";
      prefixes.set(uri, prefix);
    }
    return prefix === "" ? local : `${prefix}:${local}`;
  };
  const attributesOf = (tag: SaxesTagNS) => {
    const attributes: Record<string, string> = {};
    for (const { uri, local, value } of Object.values(tag.attributes))
      attributes[canonical(uri, local)] = value;
    return attributes;
  };
  const containers = typeof container === "string" ? [container] : container;
  const open: XmlNode[] = [];
  let depth = 0;
  /** Depths of the containers that are open, outermost first. */
  const containerDepths: number[] = [];
  parser.on("opentag", (tag) => {
    parser.enterElement();
    depth += 1;
    const name = canonical(tag.uri, tag.local);
    if (open.length === 0 && containers.includes(name)) {
      containerDepths.push(depth);
      onContainer?.(name, attributesOf(tag));
      return;
    }
    if (containerDepths.length === 0) return;
    if (open.length >= maxDepth) return;
    const node: XmlNode = { name, attributes: attributesOf(tag), children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => {
    parser.leaveElement();
    depth -= 1;
    const containerDepth = containerDepths.at(-1);
    if (containerDepth === undefined) return;
    if (depth < containerDepth) {
      containerDepths.pop();
      return;
    }
    if (depth - containerDepth >= open.length) return;
    const node = open.pop();
    if (node && open.length === 0) onChild(node);
  });
  const onText = (text: string) => {
    const node = open.at(-1);
    if (!node) return;
    if (mixed) node.children.push({ name: "#text", attributes: {}, children: [], text });
    else node.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  const { text } = decodeText(bytes);
  for (let start = 0; start < text.length; start += pieceLength) {
    parser.write(text.slice(start, start + pieceLength));
    onPiece?.();
  }
  parser.close();
  const [unfinished] = open;
  if (unfinished) onChild(unfinished);
}

/** All children of the container at once. Use it for small parts. */
export function xmlChildren(
  bytes: Uint8Array | undefined,
  container: string | readonly string[],
  options?: XmlOptions,
): XmlNode[] {
  const children: XmlNode[] = [];
  if (bytes) readXml(bytes, container, (child) => children.push(child), options);
  return children;
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name);
}

/** The value of a property element: `<w:name w:val="…"/>`. Undefined when the element is absent. */
export function propertyOf(node: XmlNode | undefined, name: string): string | undefined {
  const property = child(node, name);
  return (
    property?.attributes["w:val"] ??
    property?.attributes.val ??
    property?.attributes["m:val"] ??
    (property ? "" : undefined)
  );
}

/** A switch such as `<w:b/>`. It is on unless its value says off. Undefined when absent. */
export function switchOf(node: XmlNode | undefined, name: string): boolean | undefined {
  const value = propertyOf(node, name);
  return value === undefined ? undefined : !["0", "false", "off", "none"].includes(value);
}

/** Every descendant with one of the names, in document order. Descendants inside a match are not included. */
export function descendants(node: XmlNode, names: readonly string[]): XmlNode[] {
  const found: XmlNode[] = [];
  for (const candidate of node.children) {
    if (names.includes(candidate.name)) found.push(candidate);
    else found.push(...descendants(candidate, names));
  }
  return found;
}
