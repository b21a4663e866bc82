import type { ImageSource } from "../../markup/blocks.ts";
import { type InlineRun, type InlineStyle, linkTarget } from "../../markup/inline.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { raisedText } from "../../markup/power.ts";
import { symbolText } from "../../markup/symbol-fonts.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import type { OdfReader } from "./odf-reader.ts";

export type OdfInline = {
  runs: InlineRun[];
  images: ImageSource[];
  /** The content of text boxes, as blocks. */
  boxes: XmlNode[][];
  comments: { author: string; paragraphs: XmlNode[] }[];
  /** The page of its first text. */
  pageNumber: number;
};

/** The inline content of a paragraph. Deleted text is kept elsewhere in the file, and is not read. */
export function readInline(paragraph: XmlNode, look: InlineStyle, reader: OdfReader): OdfInline {
  const found: OdfInline = { runs: [], images: [], boxes: [], comments: [], pageNumber: 0 };
  walk(paragraph.children, look, found, reader);
  if (found.pageNumber === 0) found.pageNumber = reader.page.number;
  return found;
}

function walk(nodes: readonly XmlNode[], look: InlineStyle, found: OdfInline, reader: OdfReader): void {
  for (const node of nodes) readNode(node, look, found, reader);
}

function readNode(node: XmlNode, look: InlineStyle, found: OdfInline, reader: OdfReader): void {
  const push = (text: string) => {
    if (found.pageNumber === 0 && text.trim() !== "") found.pageNumber = reader.page.number;
    found.runs.push({ ...look, text });
  };
  switch (node.name) {
    case "#text":
      // White space in the file means one space; line breaks and tabs are elements.
      push(node.text.replace(/[ \t\r\n]+/g, " "));
      return;
    case "text:s":
      push(" ");
      return;
    case "text:tab":
      push("\t");
      return;
    case "text:line-break":
      push("\n");
      return;
    case "text:soft-page-break":
      reader.page.number += 1;
      return;
    case "text:span": {
      const style = reader.styles("text", node.attributes["text:style-name"]);
      if (style.hidden) return;
      const own = {
        ...look,
        bold: style.bold ?? look.bold,
        italic: style.italic ?? look.italic,
        strike: style.strike ?? look.strike,
      };
      const before = found.runs.length;
      walk(node.children, own, found, reader);
      for (const run of found.runs.slice(before)) run.text = symbolText(run.text, style.font);
      if (style.raised) raise(found.runs, before);
      return;
    }
    case "text:a":
      walk(
        node.children,
        { ...look, href: linkTarget(node.attributes["xlink:href"]) ?? look.href },
        found,
        reader,
      );
      return;
    case "text:note": {
      const label =
        cleanText(textOf(child(node, "text:note-citation"))).trim() || String(reader.notes.length + 1);
      const kind = node.attributes["text:note-class"] === "endnote" ? "endnote" : "footnote";
      const body = child(node, "text:note-body");
      if (!body) return;
      const mark = kind === "endnote" ? `e${label}` : label;
      reader.notes.push({ node: body, kind, label: mark });
      found.runs.push({ text: "", markdown: `[^${mark}]` });
      return;
    }
    case "office:annotation":
      found.comments.push({
        author: textOf(child(node, "dc:creator")).trim(),
        paragraphs: node.children.filter(({ name }) => name === "text:p" || name === "text:list"),
      });
      return;
    case "draw:frame":
    case "draw:g":
    case "draw:custom-shape":
    case "draw:rect":
      readFrame(node, found, reader);
      return;
    case "text:ruby":
      walk(child(node, "text:ruby-base")?.children ?? [], look, found, reader);
      return;
    case "loext:content-control":
      // Its text may be a prompt, too.
      if (node.attributes["loext:showing-place-holder"] !== "true") walk(node.children, look, found, reader);
      return;
    case "text:hidden-text":
    // The prompt of a place that was not filled in.
    case "text:placeholder":
    case "text:tracked-changes":
    case "text:bookmark":
    case "text:index-entry-span":
      return;
    default:
      // Fields, references and whatever else shows its own text.
      if (node.name.startsWith("text:")) walk(node.children, look, found, reader);
  }
}

/** A power stays one: "m" with a raised "2" is "m^2". */
function raise(runs: InlineRun[], from: number): void {
  const run = runs[from];
  if (run && runs.length === from + 1)
    runs[from] = { ...run, text: raisedText(run.text, runs[from - 1]?.text ?? "") };
}

/** A frame holds a picture, a text box or an object, often in several forms of which the first counts. */
function readFrame(frame: XmlNode, found: OdfInline, reader: OdfReader): void {
  const described = textOf(child(frame, "svg:desc")) || textOf(child(frame, "svg:title"));
  const description = cleanText(described).replace(/\s+/g, " ").trim();
  const before = found.boxes.length + found.images.length + found.runs.length;
  for (const node of frame.children) {
    if (node.name === "draw:text-box") found.boxes.push(node.children);
    if (node.name === "draw:object") readFormula(node, found, reader);
    if (
      node.name === "draw:frame" ||
      node.name === "draw:g" ||
      node.name === "draw:custom-shape" ||
      node.name === "draw:rect"
    )
      readFrame(node, found, reader);
    if (node.name === "draw:image" && found.boxes.length + found.images.length + found.runs.length === before)
      found.images.push({ description, imageBase64: pictureOf(node, reader) });
  }
  const paragraphs = frame.children.filter(({ name }) => name === "text:p" || name === "text:list");
  if (paragraphs.length > 0) found.boxes.push(paragraphs);
}

function pictureOf(node: XmlNode, reader: OdfReader): string | undefined {
  const inline = child(node, "office:binary-data");
  if (inline) return reader.keepImage(Buffer.from(textOf(inline), "base64"));
  const href = node.attributes["xlink:href"]?.replace(/^\.\//, "") ?? "";
  if (!/\.(?:png|jpe?g)$/i.test(href)) return undefined;
  const bytes = reader.archive.read(href);
  return bytes && reader.keepImage(bytes);
}

/** A formula keeps the line that its author typed beside its MathML. */
function readFormula(node: XmlNode, found: OdfInline, { archive }: OdfReader): void {
  const folder = node.attributes["xlink:href"]?.replace(/^\.\//, "");
  if (!folder) return;
  const parts = xmlChildren(archive.read(`${folder}/content.xml`), ["math:math", "math:semantics"]);
  const typed = parts.find(({ name }) => name === "math:annotation")?.text.trim();
  const shown = parts
    .filter(({ name }) => name !== "math:annotation")
    .flatMap((part) => [
      part.text,
      ...descendants(part, ["math:mi", "math:mn", "math:mo", "math:mtext"]).map(({ text }) => text),
    ])
    .join(" ")
    .trim();
  const formula = typed || shown;
  if (formula) found.runs.push({ text: formula, markdown: `$${formula}$` });
}

/** All text below a node, in order. */
export function textOf(node: XmlNode | undefined): string {
  if (!node) return "";
  return node.text + node.children.map(textOf).join("");
}
