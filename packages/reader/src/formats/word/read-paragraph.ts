import type { ImageSource } from "../../markup/blocks.ts";
import { type InlineRun, type InlineStyle, linkTarget } from "../../markup/inline.ts";
import { raisedText } from "../../markup/power.ts";
import { symbolCharacter, symbolText } from "../../markup/symbol-fonts.ts";
import { officeFormula } from "../../ooxml/office-math.ts";
import { child, propertyOf, switchOf, type XmlNode } from "../../package/xml-tree.ts";
import { controlContent } from "./content-control.ts";
import { type Drawing, isEmpty, readAlternate, readDrawing } from "./drawings.ts";
import { formFieldText, hyperlink } from "./fields.ts";
import type { Style } from "./styles.ts";
import type { WordPart } from "./word-part.ts";

/** The content of a paragraph. */
export type ParagraphContent = {
  runs: InlineRun[];
  images: ImageSource[];
  boxes: XmlNode[][];
  labels: string[];
  charts: XmlNode[];
  /** The page of its first text. */
  pageNumber: number;
};

/** Reads the inline content of a paragraph. Insertions are kept; deletions and field instructions are left out. */
export function readParagraph(paragraph: XmlNode, style: Style, part: WordPart): ParagraphContent {
  const content: ParagraphContent = {
    runs: [],
    images: [],
    boxes: [],
    labels: [],
    charts: [],
    pageNumber: 0,
  };
  const reader = { part, content, style };
  for (const node of paragraph.children) readInline(node, undefined, reader);
  if (content.pageNumber === 0) content.pageNumber = part.pages.current();
  return content;
}

type Reader = { part: WordPart; content: ParagraphContent; style: Style };

function readInline(node: XmlNode, href: string | undefined, reader: Reader): void {
  const { part } = reader;
  const inside = (target = href, within = node) => {
    for (const inner of within.children) readInline(inner, target, reader);
  };
  switch (node.name) {
    case "w:r":
      readRun(node, href, reader);
      break;
    case "w:hyperlink": {
      const relationship = part.relationships.get(node.attributes["r:id"] ?? "");
      inside(relationship?.external ? linkTarget(relationship.target) : href);
      break;
    }
    case "w:fldSimple": {
      const instruction = node.attributes["w:instr"] ?? "";
      inside(hyperlink(instruction) ?? href);
      break;
    }
    case "w:sdt":
      for (const inner of controlContent(node, part.styles)) readInline(inner, href, reader);
      break;
    case "mc:AlternateContent": {
      const before = reader.content.runs.length;
      const choice = child(node, "mc:Choice");
      if (choice) inside(href, choice);
      const fallback = child(node, "mc:Fallback");
      if (reader.content.runs.length === before && fallback) inside(href, fallback);
      break;
    }
    case "w:ins":
    case "w:moveTo":
    case "w:smartTag":
    case "w:customXml":
    case "w:dir":
    case "w:bdo":
      inside();
      break;
    case "m:oMathPara":
      for (const equation of node.children) if (equation.name === "m:oMath") readFormula(equation, reader);
      break;
    case "m:oMath":
      readFormula(node, reader);
      break;
    default:
  }
}

function readFormula(node: XmlNode, { part, content }: Reader): void {
  const { text, latex } = officeFormula(node);
  if (text.trim() === "") return;
  note(content, part);
  content.runs.push({ text, markdown: `$${latex.trim()}$` });
}

/** Text or a picture stands here, so the paragraph starts on this page. */
function note(content: ParagraphContent, part: WordPart): void {
  part.pages.mark();
  if (content.pageNumber === 0) content.pageNumber = part.pages.current();
}

function readRun(run: XmlNode, href: string | undefined, reader: Reader): void {
  const { part, content, style } = reader;
  const properties = child(run, "w:rPr");
  const named = part.styles.character(propertyOf(properties, "w:rStyle"));
  if (switchOf(properties, "w:vanish") ?? named.hidden ?? style.hidden) {
    readHiddenRun(run, part);
    return;
  }
  const heading = style.role === "heading" || style.role === "title" || style.role === "subtitle";
  const look: InlineStyle = {
    bold: !heading && (switchOf(properties, "w:b") ?? named.bold ?? style.bold),
    italic: !heading && (switchOf(properties, "w:i") ?? named.italic ?? style.italic),
    strike: switchOf(properties, "w:strike") ?? named.strike ?? style.strike,
  };
  const fonts = child(properties, "w:rFonts")?.attributes;
  const font = fonts?.["w:ascii"] ?? fonts?.["w:hAnsi"];
  // LibreOffice raises the text of imported pages by a distance.
  const isRaised =
    propertyOf(properties, "w:vertAlign") === "superscript" ||
    Number(propertyOf(properties, "w:position")) > 0;
  const push = (text: string) => {
    if (text === "" || part.fields.hidden()) return;
    part.fields.show();
    if (text.trim() !== "") note(content, part);
    const shown = isRaised ? raisedText(text, content.runs.at(-1)?.text ?? "") : text;
    content.runs.push({ ...look, href: href ?? part.fields.href(), text: shown });
  };
  for (const node of run.children) readRunChild(node, { push, font, ...reader });
}

/** Hidden text is not read, but its fields and page breaks still count. */
function readHiddenRun(run: XmlNode, part: WordPart): void {
  for (const node of run.children) {
    if (node.name === "w:fldChar") part.fields.mark(node);
    if (node.name === "w:instrText") part.fields.instruct(node.text);
    if (node.name === "w:lastRenderedPageBreak") part.pages.softBreak();
  }
}

type RunReader = Reader & { push: (text: string) => void; font: string | undefined };

function readRunChild(node: XmlNode, reader: RunReader): void {
  const { part, content, push, font } = reader;
  switch (node.name) {
    case "w:t":
      push(symbolText(node.text, font));
      break;
    case "w:tab":
    case "w:ptab":
      push("\t");
      break;
    case "w:cr":
      push("\n");
      break;
    case "w:br":
      if (node.attributes["w:type"] === "page") part.pages.hardBreak();
      else push("\n");
      break;
    case "w:lastRenderedPageBreak":
      part.pages.softBreak();
      break;
    case "w:noBreakHyphen":
      push("-");
      break;
    case "w:sym": {
      const code = Number.parseInt(node.attributes["w:char"] ?? "", 16);
      const plain = code >= 0x20 && code < 0xe000 ? String.fromCodePoint(code) : "";
      push(symbolCharacter(node.attributes["w:font"], code) ?? plain);
      break;
    }
    case "w:fldChar":
      push(formFieldText(node));
      push(part.fields.mark(node));
      break;
    case "w:instrText":
      part.fields.instruct(node.text);
      break;
    case "w:footnoteReference":
    case "w:endnoteReference": {
      const kind = node.name === "w:footnoteReference" ? "footnote" : "endnote";
      content.runs.push({ text: "", markdown: part.onNote(kind, node.attributes["w:id"] ?? "") });
      break;
    }
    case "w:commentReference":
      part.onNote("comment", node.attributes["w:id"] ?? "");
      break;
    case "w:ruby": {
      const base = child(node, "w:rubyBase");
      for (const inner of base?.children ?? []) readInline(inner, undefined, reader);
      break;
    }
    case "mc:AlternateContent": {
      const before = content.runs.length;
      for (const inner of child(node, "mc:Choice")?.children ?? [])
        if (inner.name === "w:t") readRunChild(inner, reader);
      if (content.runs.length === before) keepDrawing(readAlternate(node, part), reader);
      break;
    }
    case "w:drawing":
    case "w:pict":
    case "w:object":
      keepDrawing(readDrawing(node, part), reader);
      break;
    default:
  }
}

function keepDrawing(drawing: Drawing, { part, content }: Reader): void {
  if (!isEmpty(drawing)) note(content, part);
  content.images.push(...drawing.images);
  content.boxes.push(...drawing.boxes);
  content.labels.push(...drawing.labels);
  content.charts.push(...drawing.charts);
}
