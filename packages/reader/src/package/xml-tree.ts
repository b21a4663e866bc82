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
];

const maxDepth = 256;
const pieceLength = 64 * 1024;

/**
 * Reads XML without holding all of it in memory. Each child of the element named `container` is passed on as a tree and
 * then dropped. Damaged XML does not stop it; everything readable is read. Elements nested too deeply lose their tags.
 */
export function readXml(
  bytes: Uint8Array,
  container: string,
  onChild: (child: XmlNode) => void,
  onPiece?: () => void,
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
  const open: XmlNode[] = [];
  let depth = 0;
  let inside = false;
  let containerDepth = 0;
  parser.on("error", () => undefined);
  parser.on("opentag", (tag) => {
    parser.enterElement();
    depth += 1;
    const name = canonical(tag.uri, tag.local);
    if (!inside) {
      if (name === container) {
        inside = true;
        containerDepth = depth;
      }
      return;
    }
    if (open.length >= maxDepth) return;
    const attributes: Record<string, string> = {};
    for (const { uri, local, value } of Object.values(tag.attributes))
      attributes[canonical(uri, local)] = value;
    const node: XmlNode = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => {
    parser.leaveElement();
    depth -= 1;
    if (!inside) return;
    if (depth < containerDepth) {
      inside = false;
      return;
    }
    if (depth - containerDepth >= open.length) return;
    const node = open.pop();
    if (node && open.length === 0) onChild(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("cdata", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
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
export function xmlChildren(bytes: Uint8Array | undefined, container: string): XmlNode[] {
  const children: XmlNode[] = [];
  if (bytes) readXml(bytes, container, (child) => children.push(child));
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
