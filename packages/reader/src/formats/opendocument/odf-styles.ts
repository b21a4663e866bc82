import { child, type XmlNode } from "../../package/xml-tree.ts";

/** What decides how a paragraph or a span is read. Undefined means that the style says nothing about it. */
export type OdfStyle = {
  role: "body" | "title" | "subtitle" | "quote" | "code" | "caption";
  outlineLevel?: number | undefined;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  raised?: boolean | undefined;
  hidden?: boolean | undefined;
  /** The name of its font. */
  font?: string | undefined;
  breakBefore?: boolean | undefined;
  breakAfter?: boolean | undefined;
};

/** The style of a name; direct and inherited properties together. */
export type OdfStyles = (family: "paragraph" | "text", name: string | undefined) => OdfStyle;

const maxDepth = 20;
const plain: OdfStyle = { role: "body" };

/** Collects `style:style` elements of a document, automatic and named ones. */
export function createOdfStyles(nodes: readonly XmlNode[]): OdfStyles {
  const byName = new Map<string, XmlNode>();
  for (const node of nodes) {
    const { attributes } = node;
    if (node.name === "style:style")
      byName.set(`${attributes["style:family"]}:${attributes["style:name"]}`, node);
  }
  const known = new Map<string, OdfStyle>();
  const styleOf = (family: string, name: string, depth: number): OdfStyle => {
    const key = `${family}:${name}`;
    const found = known.get(key);
    if (found) return found;
    const node = byName.get(key);
    if (!node || depth > maxDepth) return { role: roleOf(name) ?? "body" };
    const parent = node.attributes["style:parent-style-name"];
    const inherited = parent === undefined ? plain : styleOf(family, parent, depth + 1);
    const style = { ...inherited, ...ownStyle(node, name) };
    known.set(key, style);
    return style;
  };
  return (family, name) => (name === undefined ? plain : styleOf(family, name, 0));
}

function ownStyle(node: XmlNode, name: string): Partial<OdfStyle> {
  const text = child(node, "style:text-properties")?.attributes ?? {};
  const paragraph = child(node, "style:paragraph-properties")?.attributes ?? {};
  const level = Number(node.attributes["style:default-outline-level"] || Number.NaN);
  const role = roleOf(node.attributes["style:display-name"] ?? name);
  const own: { [Key in keyof OdfStyle]: OdfStyle[Key] | undefined } = {
    role,
    outlineLevel: level > 0 ? level : undefined,
    bold: weight(text["fo:font-weight"]),
    italic: stated(text["fo:font-style"], (style) => style !== "normal"),
    strike: stated(text["style:text-line-through-style"], (style) => style !== "none"),
    raised: stated(text["style:text-position"], (position) => /^(?:super|[1-9])/.test(position)),
    font: text["style:font-name"]?.replace(/(?<=[a-z])\d+$/i, ""),
    hidden: stated(text["text:display"], (display) => display === "none"),
    breakBefore:
      node.attributes["style:master-page-name"] !== undefined &&
      node.attributes["style:master-page-name"] !== ""
        ? true
        : stated(paragraph["fo:break-before"], (kind) => kind === "page"),
    breakAfter: stated(paragraph["fo:break-after"], (kind) => kind === "page"),
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

const stated = (value: string | undefined, test: (value: string) => boolean): boolean | undefined =>
  value === undefined ? undefined : test(value);

const weight = (value: string | undefined): boolean | undefined =>
  stated(value, (own) => own === "bold" || Number(own) >= 600);

const roles: [pattern: RegExp, role: OdfStyle["role"]][] = [
  [/^title$/i, "title"],
  [/^subtitle$/i, "subtitle"],
  [/^quotations?$/i, "quote"],
  [/^(?:preformatted text|source (?:code|text))$/i, "code"],
  [/^(?:caption|illustration|figure|table|drawing)$/i, "caption"],
];

/** Named styles keep their English names in the file, whatever the language of the program; `_20_` is a space. */
function roleOf(name: string): OdfStyle["role"] | undefined {
  const readable = name.replace(/_([0-9a-f]{2})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return roles.find(([pattern]) => pattern.test(readable))?.[1];
}
