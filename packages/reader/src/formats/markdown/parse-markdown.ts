import { decodeText } from "../../charset/charset.ts";
import { withCharset } from "../../charset/charset-metadata.ts";
import type { ParsedElement } from "../../element.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { readHtml } from "../html/parse-html.ts";
import { refuseBinary } from "../text/refuse-binary.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { createMarkdownRenderer } from "./markdown-html.ts";
import { markdownSegments } from "./segments.ts";

/**
 * Converts Markdown to HTML first, so that HTML inside the Markdown is read the same way. Front matter goes to the
 * metadata.
 */
export async function parseMarkdown(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0)
    throw new ParseError("This file is empty. Check the file and upload it again.");
  const { text, ...encoding } = decodeText(input.bytes);
  refuseBinary(text, input);
  const { fields, body } = splitFrontMatter(text.replace(/\r\n?/g, "\n"));
  const renderer = createMarkdownRenderer();
  // Link definitions of earlier pieces also apply to later ones.
  const environment = {};
  const elements: ParsedElement[] = [];
  for (const segment of markdownSegments(body)) {
    const html = renderer.render(withFootnotes(segment), environment);
    for (const element of readHtml(html, context)) elements.push(withAlert(withTask(element)));
    context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  }
  const [first] = elements;
  if (!first) throw new ParseError("The file contains no text. Check the file and upload it again.");
  if (Object.keys(fields).length > 0)
    elements[0] = { ...first, metadata: { ...first.metadata, front_matter: fields } };
  return { elements: withCharset(elements, encoding), totalPages: 1, failedPages: [] };
}

/**
 * The parser would take `[^1]: The note` for a link definition and drop it. So the note becomes a paragraph that starts
 * with its mark.
 */
function withFootnotes(markdown: string): string {
  if (!markdown.includes("[^")) return markdown;
  let fenced = false;
  let inNote = false;
  const lines = markdown.split("\n").map((line) => {
    // Further paragraphs of a note are indented, and would be code anywhere else.
    const own = inNote ? line.replace(/^(?: {4}|\t)/, "") : line;
    if (/^ {0,3}(?:```|~~~)/.test(own)) fenced = !fenced;
    if (fenced) return own;
    const beginning = /^ {0,3}\[\^([^\]\s]+)\]:(?:[ \t]+|$)/;
    if (beginning.test(line)) inNote = true;
    else if (own === line && line.trim() !== "") inNote = false;
    return own.replace(beginning, "\n\\[^$1\\] ");
  });
  return lines.join("\n");
}

/** "[x] done" in a list is a ticked box. */
function withTask(element: ParsedElement): ParsedElement {
  const task = element.type === "ListItem" ? /^\[([ xX])\]\s+/.exec(element.text) : null;
  if (!task) return element;
  const done = task[1] !== " ";
  const text = `${done ? "☒" : "☐"} ${element.text.slice(task[0].length)}`;
  return { ...element, text, metadata: { ...element.metadata, task_done: done } };
}

/** "[!WARNING]" at the start of a quotation is the kind of note that GitHub shows above it. */
function withAlert(element: ParsedElement): ParsedElement {
  const alert = /^\[!(note|tip|important|warning|caution)\]\s+/i.exec(element.text);
  const name = alert?.[1];
  if (!name || !element.markdown?.startsWith("> ")) return element;
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
  return {
    ...element,
    text: `${label}: ${element.text.slice(alert[0].length)}`,
    markdown: element.markdown.replace(/^> \\?\[!\w+\\?\]\s*(?:> )?/, `> **${label}:** `),
  };
}
